"""The table of keys: every command with what it runs, its words, and the place where it acts."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_uppercase

from rbcheck.domain.errors import N_
from rbcheck.domain.protocol import Act
from rbcheck.tui.key_places import Focus, Key


def _clips(focus: Focus, name: str) -> Iterator[Key]:
    for number in range(1, 10):
        words = N_("go to a clip by its number")
        hint = N_("clip") if number == 1 else ""
        sign = "1–9" if number == 1 else str(number)
        yield Key(f"{name}_{number}", focus, (str(number),), f"screen.clip({number})", words, sign, hint, Act.PLAY)


def _tags() -> Iterator[Key]:
    tags = (
        ("t", "turn", N_("note a turn")),
        ("s", "surface", N_("note a surface")),
        ("o", "object", N_("note an object")),
        ("p", "person", N_("note a person or vehicle")),
        ("b", "building", N_("note a building")),
    )
    for letter, tag, words in tags:
        hint, sign = (N_("quick note"), "t s o p b") if letter == "t" else ("", letter)
        yield Key(f"tag_{tag}", Focus.PLAYER, (letter,), f"screen.tag('{tag}')", words, sign, hint, Act.NOTE)


def _numbers(focus: Focus, name: str, last: int, words: str, hint: str, act: Act) -> Iterator[Key]:
    for number in range(1, last + 1):
        sign, shown = (f"1–{last}", hint) if number == 1 else (str(number), "")
        yield Key(f"{name}_{number}", focus, (str(number),), f"screen.{name}({number})", words, sign, shown, act)


def _letters(focus: Focus, taken: str, name: str, words: str, act: Act | None = None) -> Iterator[Key]:
    for letter in ascii_uppercase:
        if letter not in taken:
            where = focus.name.lower()
            run = f"screen.{name}('{letter}')"
            yield Key(f"{where}_{letter}", focus, (letter,), run, words, f"Shift+{letter}", act=act)


EVERYWHERE, LISTS, WORKBENCH, PLAYER = Focus.EVERYWHERE, Focus.LISTS, Focus.WORKBENCH, Focus.PLAYER
OPTIONS, PICKING, MARKING = Focus.OPTIONS, Focus.PICKING, Focus.MARKING
ADJUDICATION, CASES, PROOFS = Focus.ADJUDICATION, Focus.CASES, Focus.PROOFS
REVIEW, REVIEWED, READING, RETOLD = Focus.REVIEW, Focus.REVIEWED, Focus.READING, Focus.RETOLD
TIMELINE, ORDER, VERDICT, QUEUE = Focus.TIMELINE, Focus.ORDER, Focus.VERDICT, Focus.QUEUE

KEYS: tuple[Key, ...] = (
    Key("play_pause_anywhere", EVERYWHERE, ("ctrl+@", "ctrl+space"), "screen.play_pause",
        N_("play or pause, from a text too"), "Ctrl+Space", act=Act.PLAY),
    Key("commit", EVERYWHERE, ("ctrl+s",), "screen.commit", N_("commit the stage"), "Ctrl+S", N_("commit")),
    Key("back", EVERYWHERE, ("escape",), "screen.back", N_("back: out of a text, to the stage before, to the queue"),
        "Esc", N_("back")),
    Key("undo", EVERYWHERE, ("ctrl+z",), "screen.undo", N_("undo within the stage"), "Ctrl+Z"),
    Key("redo", EVERYWHERE, ("ctrl+y",), "screen.redo", N_("redo within the stage"), "Ctrl+Y"),
    Key("stamp", EVERYWHERE, ("ctrl+t",), "screen.stamp", N_("put the time of the picture into the text"), "Ctrl+T",
        N_("time into text")),
    Key("manual", EVERYWHERE, ("f1",), "app.manual", N_("manual for what is on the screen"), "F1", N_("help")),
    Key("glossary", EVERYWHERE, ("f7",), "app.glossary", N_("the words of the question explained, with pictures"), "F7",
        N_("words")),
    Key("settings", EVERYWHERE, ("f2",), "app.settings", N_("settings"), "F2", N_("settings")),
    Key("next_pane", EVERYWHERE, ("f6",), "screen.next_pane", N_("next pane"), "F6", N_("pane")),
    Key("palette", EVERYWHERE, ("ctrl+p",), "app.command_palette", N_("every action by its name"), "Ctrl+P",
        N_("actions")),
    Key("day", EVERYWHERE, ("f8",), "app.day", N_("today: how many, at what pace, work and breaks"), "F8"),
    Key("keys", EVERYWHERE, ("question_mark",), "app.keys", N_("the keys that act here"), "?", N_("keys")),
    Key("write_keys", EVERYWHERE, (), "app.write_keys", N_("own keys: write the file in which they are changed"), ""),
    Key("suspend", EVERYWHERE, (), "app.suspend_process", N_("suspend the program; `fg` goes on with it"), ""),
    Key("quit", EVERYWHERE, ("ctrl+q",), "app.quit", N_("leave; everything is saved"), "Ctrl+Q", N_("leave")),
    Key("focus_next", EVERYWHERE, ("tab",), "app.focus_next", N_("next field"), "Tab",
        N_("next field")),
    Key("focus_previous", EVERYWHERE, ("shift+tab",), "app.focus_previous", N_("field before"), "Shift+Tab"),

    Key("next_unfinished", LISTS, ("n",), "screen.next_unfinished", N_("next unfinished question"), "n",
        N_("next")),
    Key("later", LISTS, ("L",), "screen.later", N_("put the question off, or take that back"), "L", act=Act.DEFER),
    Key("flag", LISTS, ("exclamation_mark",), "screen.flag", N_("flag for the reviewer, or take the flag back"), "!",
        act=Act.FLAG),
    Key("reopen", LISTS, ("R",), "screen.reopen", N_("reopen a finished question"), "R", N_("reopen"), Act.REOPEN),
    Key("export", LISTS, ("X",), "screen.export", N_("export"), "X", N_("export")),
    Key("search", LISTS, ("slash",), "screen.search", N_("search in the queue"), "/", N_("search")),
    Key("open", QUEUE, ("enter",), "screen.open_question", N_("open the question"), "Enter", N_("open it")),

    Key("filter", QUEUE, ("f",), "screen.filter", N_("all, unfinished, later, flagged, returned"), "f", N_("filter")),
    Key("filter_type", QUEUE, ("t",), "screen.filter_type", N_("one question type only"), "t", N_("type")),
    Key("filter_source", QUEUE, ("s",), "screen.filter_source", N_("one source only"), "s", N_("source")),
    Key("sort", QUEUE, ("o",), "screen.sort", N_("another order"), "o", N_("order")),
    Key("switch_pack", QUEUE, ("p",), "screen.switch_pack", N_("another pack"), "p", N_("packs")),
    Key("switch_annotator", QUEUE, ("a",), "screen.switch_annotator", N_("another annotator"), "a"),

    Key("to_check", WORKBENCH, ("f3",), "screen.to_stage('check')", N_("back to CHECK"), "F3", act=Act.BACK),
    Key("to_answer", WORKBENCH, ("f4",), "screen.to_stage('answer')", N_("back to ANSWER"), "F4", act=Act.BACK),
    Key("compare", WORKBENCH, ("f9",), "screen.compare", N_("revisions side by side"), "F9"),
    Key("leave", WORKBENCH, ("f10",), "screen.leave", N_("to the queue"), "F10"),
    Key("retry", WORKBENCH, ("f5",), "screen.retry", N_("try again to save"), "F5"),

    Key("play_pause", PLAYER, ("space",), "screen.play_pause", N_("play or pause"), "space", N_("play"), Act.PLAY),
    Key("left", PLAYER, ("left",), "screen.seek_by(-2000)", N_("2 seconds back"), "←→", N_("2 s"), Act.SEEK),
    Key("right", PLAYER, ("right",), "screen.seek_by(2000)", N_("2 seconds on"), "→", act=Act.SEEK),
    Key("far_left", PLAYER, ("shift+left",), "screen.seek_by(-10000)", N_("10 seconds back"), "Shift+←", act=Act.SEEK),
    Key("far_right", PLAYER, ("shift+right",), "screen.seek_by(10000)", N_("10 seconds on"), "Shift+→", act=Act.SEEK),
    Key("frame_back", PLAYER, ("comma",), "screen.step(-1)", N_("one frame back"), ", .", N_("frame"), Act.SEEK),
    Key("frame_on", PLAYER, ("full_stop",), "screen.step(1)", N_("one frame on"), ".", act=Act.SEEK),
    *_clips(PLAYER, "clip"),
    Key("note", PLAYER, ("enter", "i"), "screen.note", N_("write a note at this moment"), "Enter", N_("note"),
        Act.NOTE),
    *_tags(),
    Key("slower", PLAYER, ("left_square_bracket",), "screen.rate_by(-1)", N_("slower"), "[ ]", N_("rate"), Act.PLAY),
    Key("faster", PLAYER, ("right_square_bracket",), "screen.rate_by(1)", N_("faster"), "]", act=Act.PLAY),
    Key("start", PLAYER, ("home",), "screen.to_start", N_("to the start of the clip"), "Home", act=Act.SEEK),
    Key("end", PLAYER, ("end",), "screen.to_end", N_("to the end, or as far as was played"), "End", act=Act.SEEK),
    Key("unwatched", PLAYER, ("G",), "screen.to_unwatched", N_("to the next part not yet watched"), "G",
        N_("next gap"), Act.SEEK),
    Key("clip_before", PLAYER, ("pageup",), "screen.clip_by(-1)", N_("clip before"), "PgUp", act=Act.PLAY),
    Key("clip_after", PLAYER, ("pagedown",), "screen.clip_by(1)", N_("next clip"), "PgDn", act=Act.PLAY),
    Key("zoom", PLAYER, ("z",), "screen.zoom", N_("enlarge the picture: ×2, ×4, ×8, whole"), "z", N_("zoom"), Act.PLAY),
    Key("view_left", PLAYER, ("h",), "screen.move_view(-1, 0)", N_("enlarged part to the left"), "h", act=Act.PLAY),
    Key("view_down", PLAYER, ("j",), "screen.move_view(0, 1)", N_("enlarged part down"), "j", act=Act.PLAY),
    Key("view_up", PLAYER, ("k",), "screen.move_view(0, -1)", N_("enlarged part up"), "k", act=Act.PLAY),
    Key("view_right", PLAYER, ("l",), "screen.move_view(1, 0)", N_("enlarged part to the right"), "l", act=Act.PLAY),
    Key("alone", PLAYER, ("f",), "screen.alone", N_("the picture alone, or all panes"), "f", act=Act.PLAY),
    Key("way", PLAYER, ("v",), "screen.way", N_("another way of showing the picture"), "v", act=Act.PLAY),
    Key("evidence_seen", PLAYER, ("e",), "screen.evidence", N_("this moment as evidence"), "e", N_("moment"),
        Act.ATTACH),
    Key("evidence_span_seen", PLAYER, ("E",), "screen.evidence_span",
        N_("a span as evidence: its start, then its end"), "E", N_("span"), Act.ATTACH),
    Key("report", PLAYER, ("r",), "screen.report", N_("report the clip as unplayable, or take that back"), "r",
        N_("report"), Act.REPORT),

    Key("option_up", OPTIONS, ("up",), "screen.option_by(-1)", N_("option above"), "↑↓", N_("option")),
    Key("option_down", OPTIONS, ("down",), "screen.option_by(1)", N_("option below"), "↓"),
    Key("pick", PICKING, ("space",), "screen.pick", N_("pick the option, or take it back"), "space", N_("pick"),
        Act.PICK),
    *_numbers(PICKING, "confidence", 3, N_("how sure: guess, hunch, sure"), N_("how sure"), Act.RATE),
    *_letters(PICKING, "LRX", "pick_option", N_("pick an option by its letter, or take it back"), Act.PICK),
    Key("supported", MARKING, ("y",), "screen.mark('supported')", N_("✓ supported; again takes it off"), "y",
        "✓", Act.MARK),
    Key("ruled_out", MARKING, ("x",), "screen.mark('ruled_out')", N_("✗ ruled out; again takes it off"), "x",
        "✗", Act.MARK),
    Key("undecidable", MARKING, ("u",), "screen.mark('undecidable')", N_("? undecidable; again takes it off"), "u",
        "?", Act.MARK),
    Key("evidence", MARKING, ("e",), "screen.evidence", N_("this moment as evidence"), "e", N_("moment"), Act.ATTACH),
    Key("evidence_span", MARKING, ("E",), "screen.evidence_span", N_("a span as evidence: its start, then its end"),
        "E", N_("span"), Act.ATTACH),
    Key("check_play_pause", MARKING, ("space",), "screen.play_pause", N_("play or pause"), "space", N_("play"),
        Act.PLAY),
    Key("check_left", MARKING, ("left",), "screen.seek_by(-2000)", N_("2 seconds back"), "←→", N_("2 s"), Act.SEEK),
    Key("why", MARKING, ("w",), "screen.why", N_("write why"), "w", N_("why"), Act.MARK),
    Key("claims", MARKING, ("c",), "screen.claims", N_("split into claims"), "c", N_("claims"), Act.SPLIT),
    Key("play_evidence", MARKING, ("g",), "screen.play_evidence", N_("play the evidence from two seconds before"), "g",
        N_("play evidence"), Act.PLAY),
    Key("check_right", MARKING, ("right",), "screen.seek_by(2000)", N_("2 seconds on"), "→", act=Act.SEEK),
    Key("check_frame_back", MARKING, ("comma",), "screen.step(-1)", N_("one frame back"), ", .", N_("frame"),
        Act.SEEK),
    Key("check_frame_on", MARKING, ("full_stop",), "screen.step(1)", N_("one frame on"), ".", act=Act.SEEK),
    Key("check_start", MARKING, ("home",), "screen.to_start", N_("to the start of the clip"), "Home", act=Act.SEEK),
    Key("check_end", MARKING, ("end",), "screen.to_end", N_("to the end, or as far as was played"), "End",
        act=Act.SEEK),
    Key("check_slower", MARKING, ("left_square_bracket",), "screen.rate_by(-1)", N_("slower"), "[ ]", act=Act.PLAY),
    Key("check_faster", MARKING, ("right_square_bracket",), "screen.rate_by(1)", N_("faster"), "]", act=Act.PLAY),
    *_clips(MARKING, "check_clip"),
    Key("check_clip_before", MARKING, ("pageup",), "screen.clip_by(-1)", N_("clip before"), "PgUp", act=Act.PLAY),
    Key("check_clip_after", MARKING, ("pagedown",), "screen.clip_by(1)", N_("next clip"), "PgDn", act=Act.PLAY),
    Key("check_zoom", MARKING, ("z",), "screen.zoom", N_("enlarge the picture: ×2, ×4, ×8, whole"), "z", act=Act.PLAY),
    Key("detach", MARKING, ("d",), "screen.detach", N_("take the last evidence off"), "d", act=Act.ATTACH),
    Key("scope", MARKING, ("m",), "screen.scope", N_("claim decided within one clip, or across clips"), "m",
        act=Act.MARK),
    *_letters(MARKING, "ELRX", "option", N_("go to an option by its letter")),

    Key("note_up", TIMELINE, ("up",), "screen.note_by(-1)", N_("note above"), "↑↓", N_("note")),
    Key("note_down", TIMELINE, ("down",), "screen.note_by(1)", N_("note below"), "↓"),
    Key("jump", TIMELINE, ("enter", "g"), "screen.jump", N_("go to the note's moment"), "Enter", N_("go there"),
        Act.SEEK),
    Key("edit_note", TIMELINE, ("e",), "screen.edit_note", N_("edit the note"), "e", N_("edit"), Act.NOTE),
    Key("note_earlier", TIMELINE, ("less_than_sign",), "screen.shift_note(-100)", N_("note 0.1 s earlier"), "< >",
        N_("0.1 s"), Act.NOTE),
    Key("note_later", TIMELINE, ("greater_than_sign",), "screen.shift_note(100)", N_("note 0.1 s later"), ">",
        act=Act.NOTE),
    Key("delete_note", TIMELINE, ("d", "delete"), "screen.delete_note", N_("delete the note"), "d", N_("delete"),
        Act.NOTE),

    Key("order_up", ORDER, ("up",), "screen.order_by(-1)", N_("clip above"), "↑↓", N_("clip")),
    Key("order_down", ORDER, ("down",), "screen.order_by(1)", N_("clip below"), "↓"),
    *_numbers(ORDER, "number", 9, N_("number the clip; the same number for a tie"), N_("number"), Act.ORDER),
    Key("number_more", ORDER, ("plus", "right"), "screen.number_by(1)", N_("number one higher"), "+", act=Act.ORDER),
    Key("number_less", ORDER, ("minus", "left"), "screen.number_by(-1)", N_("number one lower"), "-", act=Act.ORDER),
    Key("cannot_be_told", ORDER, ("u",), "screen.cannot_be_told", N_("it cannot be told"), "u", N_("cannot be told"),
        Act.ORDER),

    Key("verdict_up", VERDICT, ("up",), "screen.verdict_by(-1)", N_("verdict above"), "↑↓", N_("verdict"), Act.CHOOSE),
    Key("verdict_down", VERDICT, ("down",), "screen.verdict_by(1)", N_("verdict below"), "↓", act=Act.CHOOSE),
    *_numbers(VERDICT, "verdict", 4, N_("choose a verdict by its number"), N_("choose"), Act.CHOOSE),
    Key("keep_line", Focus.LINE, ("enter",), "screen.keep_line", N_("keep what is written"), "Enter", N_("keep")),
    Key("editor", Focus.NOTES, ("ctrl+o",), "app.editor", N_("write a long text in your editor ($VISUAL, $EDITOR)"),
        "Ctrl+O", N_("editor")),
    Key("verdict_notes", VERDICT, ("enter",), "screen.verdict_notes", N_("write the notes"), "Enter", N_("notes"),
        Act.CHOOSE),

    Key("open_case", CASES, ("enter",), "screen.open_case", N_("to the evidence on the question"), "Enter",
        N_("evidence")),
    Key("play_proof", PROOFS, ("enter", "space"), "screen.play_evidence",
        N_("play the evidence from two seconds before"), "Enter", N_("play it"), Act.PLAY),
    Key("accept", ADJUDICATION, ("a",), "screen.accept", N_("decide as it is proposed"), "a", N_("as proposed")),
    Key("confirm", ADJUDICATION, ("c",), "screen.settle('confirmed')", N_("the gold is right"), "c", N_("confirm")),
    Key("rekey", ADJUDICATION, ("y",), "screen.settle('rekeyed')", N_("another answer is right"), "y", N_("rekey")),
    Key("mend", ADJUDICATION, ("m",), "screen.settle('repair')", N_("the question is to be repaired"), "m",
        N_("repair")),
    Key("drop", ADJUDICATION, ("x",), "screen.settle('dropped')", N_("the question is to be dropped"), "x",
        N_("drop")),
    Key("next_case", ADJUDICATION, ("n",), "screen.next_case", N_("next question without a decision"), "n",
        N_("next")),
    Key("play_proof_anywhere", ADJUDICATION, ("g",), "screen.play_evidence",
        N_("play the evidence from two seconds before"), "g", act=Act.PLAY),
    Key("reread", ADJUDICATION, ("f5",), "screen.reread", N_("read the judgments again"), "F5"),

    Key("read_judgment", REVIEWED, ("enter",), "screen.read_judgment", N_("to the options of the judgment"), "Enter",
        N_("options")),
    Key("reading_up", READING, ("up",), "screen.option_by(-1)", N_("option above"), "↑↓", N_("option")),
    Key("reading_down", READING, ("down",), "screen.option_by(1)", N_("option below"), "↓"),
    Key("play_of_option", READING, ("enter", "g", "space"), "screen.play_evidence",
        N_("play the option's evidence, one after the other"), "Enter", N_("play it"), Act.PLAY),
    Key("retold_up", RETOLD, ("up",), "screen.note_by(-1)", N_("note above"), "↑↓", N_("note")),
    Key("retold_down", RETOLD, ("down",), "screen.note_by(1)", N_("note below"), "↓"),
    Key("play_of_note", RETOLD, ("enter", "g", "space"), "screen.jump", N_("play the moment of the note"), "Enter",
        N_("play it"), Act.SEEK),
    Key("comment", REVIEW, ("c",), "screen.comment",
        N_("comment on the option, the note or the moment under the cursor"), "c", N_("comment")),
    Key("comment_whole", REVIEW, ("C",), "screen.comment_whole", N_("comment on the judgment as a whole"), "C"),
    Key("copy_comment", REVIEW, ("D",), "screen.copy_comment", N_("the last comment on the next judgment too"), "D",
        N_("same again")),
    Key("give_back", REVIEW, ("R",), "screen.give_back", N_("return the judgment to its annotator, with a reason"), "R",
        N_("return")),
    Key("settle_comments", REVIEW, ("a",), "screen.settle_comments", N_("settle every comment on the judgment"), "a",
        N_("settle")),
    Key("next_waiting", REVIEW, ("n",), "screen.next_waiting", N_("next judgment that waits for the reviewer"), "n",
        N_("next")),
    Key("filter_standing", REVIEW, ("w",), "screen.filter_standing",
        N_("all judgments, or those in one state alone"), "w", N_("which")),
    Key("export_comments", REVIEW, ("X",), "screen.export_comments",
        N_("write the annotator's judgments, with all comments, to a file for them"), "X", N_("export")),
    Key("review_again", REVIEW, ("f5",), "screen.read_again", N_("read the judgments again"), "F5"),
)  # fmt: skip
"""The table of tui.md. Of the option letters those that are commands in the same focus are left out."""
