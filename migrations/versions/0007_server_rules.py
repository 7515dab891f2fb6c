"""What the protocol forbids, refused by a PostgreSQL server itself; 0005 and 0006 have the same rules for SQLite.

One trigger a table and act, which fires for every session, also one that replays (ENABLE ALWAYS); each function looks
at this schema alone, so that no temporary table of the same name stands in for a real one.
"""

from __future__ import annotations

from alembic import op

revision = "0007_server_rules"
down_revision = "0006_decisions"
branch_labels = None
depends_on = None

Rule = tuple[str, str]
"""A condition under which the row is refused, and the sentence that says so."""

QUESTION_OF = "(SELECT question FROM judgment WHERE id = NEW.judgment)"
N_OF = "(SELECT q.n FROM question q JOIN judgment j ON j.question = q.id WHERE j.id = NEW.judgment)"
GUESSED = """EXISTS (SELECT 1 FROM judgment j WHERE j.id = NEW.judgment AND (j.protocol = 'direct'
    OR EXISTS (SELECT 1 FROM blind_guess g WHERE g.judgment = j.id)))"""
IMPORTED = "EXISTS (SELECT 1 FROM judgment WHERE id = NEW.judgment AND imported_at IS NOT NULL)"
MOVED = ("OLD.judgment IS DISTINCT FROM NEW.judgment", "What was said of one judgment is not moved to another.")
AFTER_THE_GUESS = (f"NOT {GUESSED}", "A blind-first judgment takes nothing more before its blind guess.")
OF_AN_OPTION = (
    f'NOT EXISTS (SELECT 1 FROM "option" WHERE question = {QUESTION_OF} AND key = NEW.key)',
    "A mark is of an option of its question.",
)

# How many options of a question a JSON list holds; -1 where it holds anything else or one of them twice.
DIFFERENT = """CREATE FUNCTION {schema}.different_options(answer json, of_question bigint) RETURNS bigint
    LANGUAGE plpgsql STABLE SET search_path = {schema}, pg_temp AS $$
BEGIN
    IF answer IS NULL OR json_typeof(answer) <> 'array' THEN
        RETURN -1;
    END IF;
    RETURN (SELECT CASE WHEN json_array_length(answer) = count(DISTINCT o.key) THEN count(DISTINCT o.key) ELSE -1 END
        FROM json_array_elements_text(answer) e(key)
        LEFT JOIN "option" o ON o.question = of_question AND o.key = e.key);
END $$"""


def upgrade() -> None:
    """Every rule, table by table."""
    if op.get_bind().dialect.name != "postgresql":
        return
    op.execute(DIFFERENT.format(schema=schema()))
    questions()
    judgments()
    blind_guesses()
    what_is_said()
    ledger()


def schema() -> str:
    """The schema that the tables are in, quoted."""
    return str(op.get_bind().exec_driver_sql("SELECT quote_ident(current_schema())").scalar())


def refuse(table: str, act: str, *rules: Rule) -> None:
    """A trigger that ends the statement with the sentence of the first rule whose condition holds."""
    name = f"{table}_on_{act.lower()}"
    row = act != "TRUNCATE"
    back = "NULL" if not row else "OLD" if act == "DELETE" else "NEW"
    checks = "\n".join(
        f"IF {when} THEN RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE = '{sentence}';"
        " END IF;"
        for when, sentence in rules
    )
    op.execute(
        f"CREATE FUNCTION {schema()}.{name}() RETURNS trigger LANGUAGE plpgsql SET search_path = {schema()}, pg_temp"
        f" AS $$ BEGIN\n{checks}\nRETURN {back};\nEND $$"
    )
    each = "ROW" if row else "STATEMENT"
    op.execute(f'CREATE TRIGGER {name} BEFORE {act} ON "{table}" FOR EACH {each} EXECUTE FUNCTION {name}()')
    op.execute(f'ALTER TABLE "{table}" ENABLE ALWAYS TRIGGER {name}')


def kept(table: str, sentence: str) -> None:
    """No row of the table goes."""
    refuse(table, "DELETE", ("true", sentence))
    refuse(table, "TRUNCATE", ("true", sentence))


def differs(*columns: str) -> str:
    """SQL: one of the columns changes."""
    return " OR ".join(f"OLD.{column} IS DISTINCT FROM NEW.{column}" for column in columns)


def questions() -> None:
    """A version's text stands; a blind-first pack stays so; gold names options."""
    blind_first = "OLD.protocol = 'blind-first' AND NEW.protocol <> 'blind-first'"
    refuse("pack", "UPDATE", (blind_first, "A blind-first pack stays blind-first."))
    fixed = "The text of a question version never changes: add a new version."
    text = differs(
        "id", "pack", "question_id", "version", "source", "unit", "question_type", "lang", "n", "stem"
    )  # fmt: skip
    refuse("question", "UPDATE", (text, fixed))
    kept("question", "A question version is never deleted: retire it.")
    twice = (
        "EXISTS (SELECT 1 FROM question WHERE id = NEW.id OR (pack = NEW.pack AND question_id = NEW.question_id"
        " AND (version = NEW.version OR (current AND NEW.current))))"
    )
    refuse("question", "INSERT", (twice, "This question version is there already, or another version is current."))
    for table, key in (("option", "key"), ("clip", "position")):
        refuse(table, "UPDATE", ("true", fixed))
        kept(table, fixed)
        judged = "EXISTS (SELECT 1 FROM judgment WHERE question = NEW.question)"
        there = f'EXISTS (SELECT 1 FROM "{table}" WHERE question = NEW.question AND {key} = NEW.{key})'
        refuse(table, "INSERT", (f"{judged} OR {there}", fixed))
    wrong = (
        "different_options(NEW.answer, NEW.question) IS DISTINCT FROM"
        " (SELECT n FROM question WHERE id = NEW.question) OR EXISTS (SELECT 1 FROM gold WHERE id = NEW.id)"
    )
    refuse("gold", "INSERT", (wrong, "The gold must be exactly n different options of its question."))
    refuse("gold", "UPDATE", ("true", "Gold is never changed: add another row."))
    kept("gold", "Gold is never deleted: add another row.")
    decided = "A decision is a record: add another."
    refuse("decision", "UPDATE", ("true", decided))
    kept("decision", decided)


def judgments() -> None:
    """A judgment stays whose and what it is, begins at its first stage, and leaves BLIND by a guess alone."""
    kept("judgment", "A judgment is never deleted: a lead can void it.")
    refuse(
        "judgment",
        "UPDATE",
        (
            differs("id", "judgment_id", "annotator", "question", "protocol"),
            "The annotator, the question and the protocol of a judgment never change.",
        ),
        (
            "OLD.stage <> 'blind' AND NEW.stage = 'blind'",
            "A judgment that has left the blind stage does not return to it.",
        ),
        (
            "OLD.stage IS DISTINCT FROM NEW.stage AND NEW.protocol = 'blind-first' AND NEW.stage <> 'blind'"
            " AND NOT EXISTS (SELECT 1 FROM blind_guess WHERE judgment = NEW.id)",
            "A blind-first judgment goes on only after the blind guess.",
        ),
    )
    refuse(
        "judgment",
        "INSERT",
        (
            "EXISTS (SELECT 1 FROM judgment WHERE id = NEW.id OR judgment_id = NEW.judgment_id)"
            " OR EXISTS (SELECT 1 FROM judgment WHERE annotator = NEW.annotator AND question = NEW.question)",
            "This annotator has a judgment of this question version already.",
        ),
        (
            "NEW.protocol = 'blind-first' AND NEW.stage <> 'blind'",
            "A blind-first judgment begins with the blind guess.",
        ),
        (
            "NEW.protocol = 'direct' AND EXISTS (SELECT 1 FROM question q JOIN pack p ON p.id = q.pack"
            " WHERE q.id = NEW.question AND p.protocol = 'blind-first')"
            " AND NOT EXISTS (SELECT 1 FROM annotator WHERE annotator_id = NEW.annotator AND kind = 'model')",
            "A question of a blind-first pack is judged blind first.",
        ),
    )


def blind_guesses() -> None:
    """One a judgment and device, of exactly n options, never changed, never deleted."""
    refuse("blind_guess", "UPDATE", ("true", "A blind guess is never changed."))
    kept("blind_guess", "A blind guess is never deleted.")
    refuse(
        "blind_guess",
        "INSERT",
        (
            "EXISTS (SELECT 1 FROM blind_guess WHERE judgment = NEW.judgment AND device = NEW.device)",
            "There is a blind guess of this judgment already.",
        ),
        (
            f"different_options(NEW.options, {QUESTION_OF}) IS DISTINCT FROM {N_OF}",
            "A blind guess is exactly n different options of its question.",
        ),
        (
            "NOT EXISTS (SELECT 1 FROM judgment WHERE id = NEW.judgment AND protocol = 'blind-first')",
            "Only a blind-first judgment has a blind guess.",
        ),
    )


def what_is_said() -> None:
    """Nothing of the footage, and no opinion, before the blind guess; marks and answers name its options."""
    found = f"different_options(NEW.options, {QUESTION_OF})"
    answer = (
        f"{found} IS DISTINCT FROM {N_OF} AND NOT ({IMPORTED} AND {found} BETWEEN 0 AND {N_OF})",
        "A final answer is exactly n different options of its question.",
    )
    gold_last = (
        f"NEW.about = 'gold' AND NOT {IMPORTED} AND NOT EXISTS (SELECT 1 FROM verdict"
        " WHERE judgment = NEW.judgment AND revision = NEW.revision AND about = 'question')",
        "The verdict on the question comes before the verdict on the gold.",
    )
    inserted: dict[str, tuple[Rule, ...]] = {
        "watch_span": (), "note": (), "clip_order": (), "report": (), "mark": (OF_AN_OPTION,),
        "claim": (OF_AN_OPTION,), "evidence": (), "final_answer": (answer,), "verdict": (gold_last,),
    }  # fmt: skip
    for table, rules in inserted.items():
        refuse(table, "INSERT", AFTER_THE_GUESS, *rules)
        refuse(table, "UPDATE", MOVED, *((answer,) if table == "final_answer" else ()))


def ledger() -> None:
    """Events only continue their chain; none is changed or deleted; the store keeps its id; a role is its login's."""
    own = "The id of a store never changes."
    role = (
        "NEW.name LIKE 'role%' AND (NEW.name <> 'role of ' || session_user OR NEW.value NOT IN ('annotator', 'lead'))",
        "A role is annotator or lead, and that of the login that sets it.",
    )
    refuse("setting", "UPDATE", ("OLD.name = 'store_id'", own), role)
    refuse("setting", "DELETE", ("OLD.name = 'store_id'", own))
    refuse("setting", "TRUNCATE", ("true", own))
    there = "EXISTS (SELECT 1 FROM setting WHERE name = 'store_id')"
    refuse("setting", "INSERT", (f"NEW.name = 'store_id' AND {there}", own), role)
    refuse("event", "UPDATE", ("true", "An event of the ledger is never changed."))
    kept("event", "An event of the ledger is never deleted.")
    last = "FROM event WHERE annotator = NEW.annotator AND device = NEW.device ORDER BY n DESC LIMIT 1"
    refuse(
        "event",
        "INSERT",
        (
            f"NEW.n IS DISTINCT FROM coalesce((SELECT n {last}), 0) + 1"
            f" OR NEW.previous IS DISTINCT FROM coalesce((SELECT hash {last}), '{'0' * 64}')"
            " OR EXISTS (SELECT 1 FROM event WHERE id = NEW.id)",
            "An event must continue its chain.",
        ),
    )
