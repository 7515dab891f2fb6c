"""What the protocol forbids, refused by the database itself, also to raw SQL.

SQLite: foreign keys may be off and REPLACE deletes without firing a trigger, so each insert looks for the row that it
would replace, and no rule leans on a foreign key.
"""

from __future__ import annotations

from alembic import op

revision = "0005_rules"
down_revision = "0004_leading"
branch_labels = None
depends_on = None

QUESTION_OF = "(SELECT question FROM judgment WHERE id = NEW.judgment)"
N_OF = "(SELECT q.n FROM question q JOIN judgment j ON j.question = q.id WHERE j.id = NEW.judgment)"
GUESSED = """EXISTS (SELECT 1 FROM judgment j WHERE j.id = NEW.judgment AND (j.protocol = 'direct'
    OR EXISTS (SELECT 1 FROM blind_guess g WHERE g.judgment = j.id)))"""
IMPORTED = "EXISTS (SELECT 1 FROM judgment WHERE id = NEW.judgment AND imported_at IS NOT NULL)"


def different(column: str, question: str) -> str:
    """SQL: how many options of `question` the JSON list in `column` holds; -1 where it holds anything else."""
    return f"""(SELECT CASE WHEN json_valid({column}) AND json_type({column}) = 'array'
        AND json_array_length({column}) = count(DISTINCT o.key) THEN count(DISTINCT o.key) ELSE -1 END
    FROM json_each(CASE WHEN json_valid({column}) THEN {column} ELSE '[]' END) e
    LEFT JOIN "option" o ON o.question = {question} AND o.key = e.value)"""


def refuse(name: str, act: str, when: str, sentence: str) -> None:
    """A trigger that ends the statement with `sentence` where `when` holds (always, where it is empty)."""
    condition = f"WHEN {when} " if when else ""
    op.execute(f"CREATE TRIGGER {name} BEFORE {act} {condition}BEGIN SELECT RAISE(ABORT, '{sentence}'); END")


def upgrade() -> None:
    """Every rule, table by table, on SQLite; 0007 has them for a server."""
    if op.get_bind().dialect.name != "sqlite":
        return
    questions()
    judgments()
    blind_guesses()
    after_the_guess()
    answers()
    ledger()


def questions() -> None:
    """A version's text stands; a blind-first pack stays so; gold names options."""
    refuse(
        "pack_stays_blind_first",
        "UPDATE OF protocol ON pack",
        "OLD.protocol = 'blind-first' AND NEW.protocol <> 'blind-first'",
        "A blind-first pack stays blind-first.",
    )
    columns = "id, pack, question_id, version, source, unit, question_type, lang, n, stem"
    fixed = "The text of a question version never changes: add a new version."
    refuse("question_stands", f"UPDATE OF {columns} ON question", "", fixed)
    refuse("question_kept", "DELETE ON question", "", "A question version is never deleted: retire it.")
    same = "SELECT 1 FROM question WHERE id = NEW.id"
    twice = (
        "SELECT 1 FROM question WHERE pack = NEW.pack AND question_id = NEW.question_id"
        " AND (version = NEW.version OR (current AND NEW.current))"
    )
    refuse(
        "question_once",
        "INSERT ON question",
        f"EXISTS ({same}) OR EXISTS ({twice})",
        "This question version is there already, or another version is current.",
    )
    for table, key in (('"option"', "key"), ("clip", "position")):
        plain = table.strip('"')
        refuse(f"{plain}_stands", f"UPDATE ON {table}", "", fixed)
        refuse(f"{plain}_kept", f"DELETE ON {table}", "", fixed)
        refuse(
            f"{plain}_with_its_question",
            f"INSERT ON {table}",
            f"EXISTS (SELECT 1 FROM judgment WHERE question = NEW.question)"
            f" OR EXISTS (SELECT 1 FROM {table} WHERE question = NEW.question AND {key} = NEW.{key})",
            fixed,
        )
    wrong = f"{different('NEW.answer', 'NEW.question')} IS NOT (SELECT n FROM question WHERE id = NEW.question)"
    options = "The gold must be exactly n different options of its question."
    refuse("gold_options", "INSERT ON gold", f"{wrong} OR EXISTS (SELECT 1 FROM gold WHERE id = NEW.id)", options)
    refuse("gold_stands", "UPDATE ON gold", "", "Gold is never changed: add another row.")
    refuse("gold_kept", "DELETE ON gold", "", "Gold is never deleted: add another row.")


def judgments() -> None:
    """A judgment stays whose and what it is, begins at its first stage, and leaves BLIND by a guess alone."""
    refuse("judgment_kept", "DELETE ON judgment", "", "A judgment is never deleted: a lead can void it.")
    refuse(
        "judgment_stands",
        "UPDATE OF id, judgment_id, annotator, question, protocol ON judgment",
        "OLD.id IS NOT NEW.id OR OLD.judgment_id IS NOT NEW.judgment_id OR OLD.annotator IS NOT NEW.annotator"
        " OR OLD.question IS NOT NEW.question OR OLD.protocol IS NOT NEW.protocol",
        "The annotator, the question and the protocol of a judgment never change.",
    )
    refuse(
        "judgment_once",
        "INSERT ON judgment",
        "EXISTS (SELECT 1 FROM judgment WHERE id = NEW.id OR judgment_id = NEW.judgment_id"
        " OR (annotator = NEW.annotator AND question = NEW.question))",
        "This annotator has a judgment of this question version already.",
    )
    refuse(
        "judgment_begins_blind",
        "INSERT ON judgment",
        "NEW.protocol = 'blind-first' AND NEW.stage <> 'blind'",
        "A blind-first judgment begins with the blind guess.",
    )
    refuse(
        "judgment_as_its_pack",
        "INSERT ON judgment",
        "NEW.protocol = 'direct' AND EXISTS (SELECT 1 FROM question q JOIN pack p ON p.id = q.pack"
        " WHERE q.id = NEW.question AND p.protocol = 'blind-first')",
        "A question of a blind-first pack is judged blind first.",
    )
    refuse(
        "judgment_leaves_blind_by_a_guess",
        "UPDATE OF stage ON judgment",
        "NEW.protocol = 'blind-first' AND NEW.stage <> 'blind'"
        " AND NOT EXISTS (SELECT 1 FROM blind_guess WHERE judgment = NEW.id)",
        "A blind-first judgment goes on only after the blind guess.",
    )
    refuse(
        "judgment_never_blind_again",
        "UPDATE OF stage ON judgment",
        "OLD.stage <> 'blind' AND NEW.stage = 'blind'",
        "A judgment that has left the blind stage does not return to it.",
    )


def blind_guesses() -> None:
    """One a judgment and device, of exactly n options, never changed, never deleted."""
    refuse("blind_guess_stands", "UPDATE ON blind_guess", "", "A blind guess is never changed.")
    refuse("blind_guess_kept", "DELETE ON blind_guess", "", "A blind guess is never deleted.")
    refuse(
        "blind_guess_once",
        "INSERT ON blind_guess",
        "EXISTS (SELECT 1 FROM blind_guess WHERE judgment = NEW.judgment AND device = NEW.device)",
        "There is a blind guess of this judgment already.",
    )
    refuse(
        "blind_guess_of_blind_first",
        "INSERT ON blind_guess",
        "NOT EXISTS (SELECT 1 FROM judgment WHERE id = NEW.judgment AND protocol = 'blind-first')",
        "Only a blind-first judgment has a blind guess.",
    )
    refuse(
        "blind_guess_options",
        "INSERT ON blind_guess",
        f"{different('NEW.options', QUESTION_OF)} IS NOT {N_OF}",
        "A blind guess is exactly n different options of its question.",
    )


def after_the_guess() -> None:
    """Nothing of the footage, and no opinion, before the blind guess of a blind-first judgment."""
    tables = ("watch_span", "note", "clip_order", "report", "mark", "claim", "evidence", "final_answer", "verdict")
    for table in tables:
        refuse(
            f"{table}_after_the_guess",
            f"INSERT ON {table}",
            f"NOT {GUESSED}",
            "A blind-first judgment takes nothing more before its blind guess.",
        )
        refuse(
            f"{table}_stays",
            f"UPDATE OF judgment ON {table}",
            "OLD.judgment IS NOT NEW.judgment",
            "What was said of one judgment is not moved to another.",
        )


def answers() -> None:
    """A final answer is exactly n options (an imported one may be short); gold is judged after the question."""
    found = different("NEW.options", QUESTION_OF)
    wrong = f"{found} IS NOT {N_OF} AND NOT ({IMPORTED} AND {found} BETWEEN 0 AND {N_OF})"
    sentence = "A final answer is exactly n different options of its question."
    for act in ("INSERT", "UPDATE"):
        refuse(f"final_answer_options_{act.lower()}", f"{act} ON final_answer", wrong, sentence)
    for table in ("mark", "claim"):
        refuse(
            f"{table}_of_an_option",
            f"INSERT ON {table}",
            f'NOT EXISTS (SELECT 1 FROM "option" WHERE question = {QUESTION_OF} AND key = NEW.key)',
            "A mark is of an option of its question.",
        )
    refuse(
        "verdict_on_gold_last",
        "INSERT ON verdict",
        f"NEW.about = 'gold' AND NOT {IMPORTED} AND NOT EXISTS (SELECT 1 FROM verdict"
        " WHERE judgment = NEW.judgment AND revision = NEW.revision AND about = 'question')",
        "The verdict on the question comes before the verdict on the gold.",
    )


def ledger() -> None:
    """Events only continue their chain; none is changed or deleted; the store keeps its id."""
    own = "The id of a store never changes."
    refuse("store_id_stands", "UPDATE ON setting", "OLD.name = 'store_id'", own)
    refuse("store_id_kept", "DELETE ON setting", "OLD.name = 'store_id'", own)
    there = "EXISTS (SELECT 1 FROM setting WHERE name = 'store_id')"
    refuse("store_id_once", "INSERT ON setting", f"NEW.name = 'store_id' AND {there}", own)
    refuse("event_stands", "UPDATE ON event", "", "An event of the ledger is never changed.")
    refuse("event_kept", "DELETE ON event", "", "An event of the ledger is never deleted.")
    last = "FROM event WHERE annotator = NEW.annotator AND device = NEW.device ORDER BY n DESC LIMIT 1"
    refuse(
        "event_continues",
        "INSERT ON event",
        f"NEW.n IS NOT coalesce((SELECT n {last}), 0) + 1"
        f" OR NEW.previous IS NOT coalesce((SELECT hash {last}), '{'0' * 64}')"
        " OR EXISTS (SELECT 1 FROM event WHERE id = NEW.id)",
        "An event must continue its chain.",
    )
