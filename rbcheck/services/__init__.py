"""Use cases: one method is one use case is one transaction."""
