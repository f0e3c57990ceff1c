#!/usr/bin/env python3
"""The picker on a terminal, as people see it. Usage: test_picker.py PATH-OF-RIFFLE [NAME ...]"""

import os
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback

from screen import BOUND, Screen

RIFFLE = os.path.abspath(sys.argv[1])
FRUIT = b"apple\nbanana\ncherry\ndate\nelderberry\nfig\ngrape\n"


def riffle(*arguments, **settings):
    return Screen([RIFFLE, *arguments], **settings)


def until(condition, what):
    end = time.monotonic() + BOUND
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"never came: {what}")
        time.sleep(0.01)


def expect(value, wanted):
    if value != wanted:
        raise AssertionError(f"{value!r} is not {wanted!r}")


def test_typing_filters_and_enter_prints():
    with riffle(stdin=FRUIT) as screen:
        screen.wait("7/7")
        expect(screen.lines[-3], "> apple")
        expect(screen.lines[-1], ">")
        screen.type("elder")
        screen.wait("1/7")
        expect(screen.lines[-3], "> elderberry")
        screen.type("\r")
        expect(screen.end(), (0, "elderberry\n"))


def test_misspelt_words_are_found_and_marked():
    with riffle(stdin="Göteborg\nMalmö\n".encode()) as screen:
        screen.wait("2/2").type("gotebrg")
        screen.wait("1/2")
        expect(screen.lines[-3], "> Göteborg")
        assert screen.style(-3 % 24, 2).fg != screen.style(-3 % 24, 30).fg, "nothing is marked"


def test_statuses():
    for keys, status in (("\x1b", 130), ("\x03", 130), ("\x04", 130)):
        with riffle(stdin=FRUIT) as screen:
            screen.wait("7/7").type(keys)
            expect(screen.end(), (status, ""))
    with riffle(stdin=FRUIT) as screen:
        screen.wait("7/7").type("zzzzz")
        screen.wait("0/7").type("\r")
        expect(screen.end(), (1, ""))
    with riffle("--bind", "nokey:accept", stdin=FRUIT) as screen:
        expect(screen.end(), (2, ""))
    with riffle("--interactive", "", "/nonexistent/file", stdin=FRUIT) as screen:
        expect(screen.end(), (2, ""))
    with riffle("--query", "x", stdin=FRUIT, environment={"TERM": "nonsense"}) as screen:
        expect(screen.end(), (2, ""))


def test_many_are_chosen():
    with riffle("--multi", stdin=FRUIT) as screen:
        screen.wait("7/7").type("\x10\t\x1b[Z")
        screen.wait("(2)").type("\r")
        expect(screen.end(), (0, "banana\napple\n"))


def test_what_is_typed_ahead_counts():
    with riffle(stdin=FRUIT) as screen:
        screen.wait("7/7").type("grape\r")
        expect(screen.end(), (0, "grape\n"))


def test_what_is_typed_while_lines_are_indexed_counts():
    for _ in range(20):
        with riffle(stdin=FRUIT) as screen:
            screen.wait("> apple").type("grape\r")
            expect(screen.end(), (0, "grape\n"))


def test_lines_show_and_are_searched_while_they_stream_in():
    read, write = os.pipe()
    with riffle(stdin=read) as screen:
        os.close(read)
        os.write(write, b"".join(b"line %d\n" % number for number in range(100)))
        screen.wait("100/100")
        screen.type("line 77")
        screen.wait("> line 77")
        os.write(write, b"another line 77\n")
        screen.wait("/101")
        screen.wait("another line 77")
        screen.type("\x15another\r")
        expect(screen.end(), (0, "another line 77\n"))
    os.close(write)


def test_a_preview_follows_and_is_killed_when_it_is_overtaken():
    with tempfile.TemporaryDirectory() as folder:
        command = f"echo seen {{}}; echo $$ > {folder}/{{n}}; exec sleep 1000"
        with riffle("--preview", command, stdin=FRUIT) as screen:
            screen.wait("seen apple")
            until(lambda: os.path.exists(f"{folder}/0") and open(f"{folder}/0").read().strip(), "the first preview")
            first = int(open(f"{folder}/0").read())
            screen.type("\x10")
            screen.wait("seen banana")
            until(lambda: not os.path.exists(f"/proc/{first}"), "the end of the first preview")
            until(lambda: os.path.exists(f"{folder}/1") and open(f"{folder}/1").read().strip(), "the second preview")
            second = int(open(f"{folder}/1").read())
            screen.type("\x1b")
            screen.end()
            until(lambda: not os.path.exists(f"/proc/{second}"), "the end of the second preview")


def test_previews_scroll_and_start_where_they_are_told():
    with riffle("--preview", "seq 100", "--preview-window", "up,50%,+{1}", stdin=b"30\n50\n") as screen:
        screen.wait("30/100").wait(lambda screen: "30" in screen.lines[1])
        screen.type("\x1b[1;2B")
        screen.wait("31/100")
        screen.type("\x10")
        screen.wait("50/100")


def test_any_size_will_do():
    with riffle("--preview", "echo {}", "--border", "--multi", stdin=FRUIT) as screen:
        screen.wait("7/7")
        for rows, columns in ((5, 20), (80, 300), (1, 1), (2, 3), (24, 80)):
            screen.resize(rows, columns)
            if rows > 4:
                screen.wait(lambda screen: "apple" in screen.text and len(screen.lines) == rows, f"{rows}×{columns}")
            else:
                for _ in range(5):
                    screen.read()
        screen.type("\r")
        expect(screen.end(), (0, "apple\n"))


def test_long_lines_and_binary_input():
    with riffle(stdin=b"a" * 10_000_000 + b" needle\nshort\n") as screen:
        screen.wait("2/2").type("short")
        screen.wait("> short")
        screen.type("\x15\r")
        status, output = screen.end()
        expect((status, len(output)), (0, 10_000_008))
    binary = bytes(range(256)) * 400
    with riffle(stdin=binary) as screen:
        screen.wait(lambda screen: "800/800" in screen.text or "/" in screen.lines[-2])
        screen.type("abc")
        for _ in range(5):
            screen.read()
        screen.type("\x1b")
        expect(screen.end()[0], 130)


def test_closed_input_is_an_empty_list():
    with Screen(["/bin/sh", "-c", f"exec '{RIFFLE}' --interactive '' - <&-"]) as screen:
        screen.wait("0/0").type("\r")
        expect(screen.end()[0], 1)


def test_nothing_in_a_line_commands_the_terminal():
    lines = b"\x1b[2J\x1b[Hclear\n\x1b]0;title\x07x\nred \x1b[31mred\x1b[0m\n"
    with riffle(stdin=lines) as screen:
        screen.wait("3/3")
        assert "^[[2J^[[Hclear" in screen.text, screen.picture
        assert "\x1b]0;" not in screen.raw.decode(errors="replace")
    with riffle("--ansi", stdin=lines) as screen:
        screen.wait("3/3")
        expect(screen.lines[-3], "> clear")
        expect(screen.lines[-5], "  red red")
        expect(screen.style(19, 6).fg, "red")
        screen.type("red\r")
        expect(screen.end(), (0, "red red\n"))


def test_wide_characters_stay_in_their_cells():
    lines = "北京 Beijing\n👨‍👩‍👧 family\ncafe\u0301\nשלום\n🇩🇪 flag\nplain\n".encode()
    with riffle("--border=sharp", stdin=lines, columns=30) as screen:
        screen.wait("6/6")
        screen.wait(lambda screen: all(line.endswith("│") for line in screen.lines[1:-1]), "the frame")
        for row in range(1, 23):
            expect(screen.screen.buffer[row][29].data, "│")


def test_the_height_leaves_what_is_above():
    script = f"echo above; printf 'a\\nb\\n' | '{RIFFLE}' --height 6 --reverse --query ''; echo below"
    with Screen(["/bin/sh", "-c", f"({script}) 2>/dev/tty >/dev/tty"]) as screen:
        screen.wait("  2/2 ")
        expect(screen.lines[:5], ["above", ">", "  2/2 " + "─" * 74, "> a", "  b"])
        screen.type("\r")
        screen.wait("below")
        expect(screen.lines[:3], ["above", "a", "below"])


def test_mouse_and_paste():
    with riffle(stdin=FRUIT) as screen:
        screen.wait("7/7").type("\x1b[<0;5;20M\x1b[<0;5;20m")
        screen.wait("> cherry")
        screen.type("\x1b[<64;5;20M")
        screen.wait("> date")
        screen.type("\x1b[200~gr\nap\x1b[201~")
        screen.wait(lambda screen: screen.lines[-1] == "> gr ap")
        screen.wait("1/7")
        screen.type("\x15")
        screen.wait("7/7").type("\x1b[<0;5;20M\x1b[<0;5;20m\x1b[<0;5;20M\x1b[<0;5;20m")
        expect(screen.end(), (0, "cherry\n"))


def test_bound_actions():
    with tempfile.TemporaryDirectory() as folder:
        binding = (
            f"f1:execute(echo {{}} > {folder}/a; echo on the terminal; read x),f2:reload(printf 'one\\ntwo\\n'),"
            "f3:become(echo became {+}),f4:change-prompt(new> )+change-query(tw)")
        with riffle("--bind", binding, stdin=FRUIT) as screen:
            screen.wait("7/7").type("\x1bOP")
            screen.wait("on the terminal").type("\n")
            screen.wait("7/7")
            expect(open(f"{folder}/a").read(), "apple\n")
            screen.type("\x1bOQ")
            screen.wait("2/2").wait("> one")
            screen.type("\x1bOS")
            screen.wait("new> tw").wait("> two")
            screen.type("\x1bOR")
            expect(screen.end(), (0, "became two\n"))


def test_output_as_asked():
    with riffle("--read0", "--print0", "--print-query", "--expect", "ctrl-v", "--multi", stdin=b"a\nb\0c\0") as screen:
        screen.wait("2/2").type("\t\x10\t")
        screen.wait("(2)")
        screen.type("\x16")
        expect(screen.end(), (0, "\0ctrl-v\0a\nb\0c\0"))
    with riffle("--select-1", "--query", "fig", stdin=FRUIT) as screen:
        expect(screen.end(), (0, "fig\n"))
    with riffle("--exit-0", "--query", "zzzz", stdin=FRUIT) as screen:
        expect(screen.end(), (1, ""))
    with riffle("--tac", "--header-lines", "1", stdin=FRUIT) as screen:
        screen.wait("6/6")
        expect(screen.lines[-3], "  apple")
        screen.type("\r")
        expect(screen.end(), (0, "grape\n"))
    with riffle("--delimiter", ":", "--with-nth", "2", "--nth", "1", stdin=b"a:x:1\nb:y:2\n") as screen:
        screen.wait("2/2").type("y")
        screen.wait("1/2")
        expect(screen.lines[-3], "> y:")
        screen.type("\r")
        expect(screen.end(), (0, "b:y:2\n"))


def test_files_below_this_folder():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("one.txt", "two.log", "sub/three.txt"):
            os.makedirs(os.path.dirname(f"{folder}/{name}") or ".", exist_ok=True)
            open(f"{folder}/{name}", "w").close()
        open(f"{folder}/.gitignore", "w").write("*.log\n")
        subprocess.run(["git", "init", "-q", folder], check=True)
        with riffle(folder=folder) as screen:
            screen.wait("3/3")
            assert "two.log" not in screen.text, screen.picture
            screen.type("three\r")
            expect(screen.end(), (0, "sub/three.txt\n"))
        with riffle(folder=folder, environment={"RIFFLE_DEFAULT_COMMAND": "echo mine"}) as screen:
            screen.wait("> mine")


def test_options_from_the_environment():
    with riffle(stdin=FRUIT, environment={"RIFFLE_DEFAULT_OPTS": "--reverse --prompt 'find: '"}) as screen:
        screen.wait("7/7")
        expect(screen.lines[0], "find:")


def test_stopping_and_going_on():
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/list", "wb").write(FRUIT)
        with Screen(["/bin/bash", "--norc", "-i"], folder=folder, environment={"PS1": "$ "}) as screen:
            screen.wait("$").type(f"'{RIFFLE}' --interactive '' list\r")
            screen.wait("7/7").type("fig")
            screen.wait("> fig").type("\x1a")
            screen.wait("Stopped")
            screen.type("fg\r")
            screen.wait("1/7").wait("> fig")
            screen.type("\r")
            screen.wait(lambda screen: b"fig\n" in screen.output, "what was picked")
            screen.type("exit\r")
            status, output = screen.end()
            assert "fig" in output + screen.text, screen.picture


def test_sigterm_gives_the_terminal_back():
    with riffle(stdin=FRUIT) as screen:
        before = termios.tcgetattr(screen.master)
        screen.wait("7/7")
        assert termios.tcgetattr(screen.master)[3] & termios.ECHO == 0, "the terminal echoes"
        screen.process.send_signal(signal.SIGTERM)
        status, _ = screen.end()
        expect(status, -signal.SIGTERM)
        assert screen.raw.rstrip().endswith(b"\x1b[?1049l") or b"\x1b[?1049l" in screen.raw[-64:], screen.raw[-64:]
        assert b"\x1b[?2004l" in screen.raw and b"\x1b[?1006l" in screen.raw
        del before


def test_a_hung_up_terminal_ends_it():
    with riffle(stdin=FRUIT) as screen:
        screen.wait("7/7")
        os.close(screen.master)
        screen.master = os.open("/dev/null", os.O_RDONLY)
        screen.process.wait(timeout=BOUND)


def test_several_at_once_remember_what_was_picked():
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_DATA_HOME": folder}
        settings = dict(stdin=FRUIT, environment=environment)
        with riffle("--frecency", "fruit", **settings) as one, riffle("--frecency", "fruit", **settings) as two:
            one.wait("7/7").type("grape")
            two.wait("7/7").type("fig")
            one.wait("> grape")
            two.wait("> fig")
            one.type("\r")
            two.type("\r")
            expect(one.end(), (0, "grape\n"))
            expect(two.end(), (0, "fig\n"))
        with riffle("--frecency", "fruit", **settings) as three:
            three.wait("7/7").wait(lambda screen: set(screen.lines[-4:-2]) <= {"> grape", "> fig", "  grape", "  fig"})
            three.type("\x1b")
            three.end()


def test_stores_are_picked_from():
    store = os.path.join(os.path.dirname(RIFFLE), "riffle-store")
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/list.tsv", "w").write("7\tGöteborg\n9\tMalmö\n")
        made = subprocess.run([store, "import", "a.db", "list.tsv", "--id", "1", "--title", "2"], cwd=folder, capture_output=True)
        if b"built without stores" in made.stderr:
            print("        without stores")
            return
        expect(made.returncode, 0)
        with riffle("--interactive", "--store", "a.db", folder=folder) as screen:
            screen.wait("2/2").type("gotebrg\r")
            expect(screen.end(), (0, "7\tGöteborg\n"))


def test_items_of_a_store_that_meet_a_filter_are_picked_from():
    store = os.path.join(os.path.dirname(RIFFLE), "riffle-store")
    with tempfile.TemporaryDirectory() as folder:
        open(f"{folder}/list.tsv", "w").write("1\tOslo\tNO\n7\tGöteborg\tSE\n8\tOdense\tDK\n9\tMalmö\tSE\n")
        command = [store, "import", "a.db", "list.tsv", "--id", "1", "--title", "2", "--field", "country:keyword=3"]
        made = subprocess.run(command, cwd=folder, capture_output=True)
        if b"built without stores" in made.stderr:
            print("        without stores")
            return
        expect(made.returncode, 0)
        with riffle("--interactive", "--store", "a.db", "--where", "country = SE", folder=folder) as screen:
            # Of the whole list, Oslo would be a match.
            screen.wait("2/2").type("osl")
            screen.wait("0/2").type("\x15mal")
            screen.wait("1/2").type("\r")
            expect(screen.end(), (0, "9\tMalmö\n"))


def edge(screen):
    """The letters at the edge of a list that is turned upside down."""
    return [line[-1] for line in screen.lines[2:24] if len(line) > 70]


def jump_to_q(screen):
    """Of a list of five items under each letter."""
    screen.wait("130/130").wait(lambda screen: len(edge(screen)) == 22, "the letters")
    expect((edge(screen)[0], edge(screen)), ("A", sorted(set(edge(screen)))))
    screen.type("\x1bj")
    screen.wait("jump to a letter").type("q")
    screen.wait(lambda screen: screen.lines[2].startswith("> Q0"), "Q at the top")


def test_letters_of_a_store():
    store = os.path.join(os.path.dirname(RIFFLE), "riffle-store")
    with tempfile.TemporaryDirectory() as folder:
        # A store has an order of its own, whatever that of the file.
        rows = [f"{letter}{number}\t{letter}{number}\n" for number in range(5) for letter in "ZYXWVUTSRQPONMLKJIHGFEDCBA"]
        open(f"{folder}/list.tsv", "w").write("".join(rows))
        command = [store, "import", "a.db", "list.tsv", "--id", "1", "--title", "2", "--order", "alphabet", "--locale", "en"]
        made = subprocess.run(command, cwd=folder, capture_output=True)
        if b"built without stores" in made.stderr:
            print("        without stores")
            return
        expect(made.returncode, 0)
        with riffle("--reverse", "--interactive", "--store", "a.db", folder=folder) as screen:
            jump_to_q(screen)
            screen.type("\r")
            expect(screen.end(), (0, "Q0\tQ0\n"))


def test_history():
    with tempfile.TemporaryDirectory() as folder:
        for query in ("fig", "date"):
            with riffle("--history", f"{folder}/h", stdin=FRUIT) as screen:
                screen.wait("7/7").type(query)
                screen.wait(f"> {query}").type("\r")
                screen.end()
        expect(open(f"{folder}/h").read(), "fig\ndate\n")
        with riffle("--history", f"{folder}/h", stdin=FRUIT) as screen:
            screen.wait("7/7").type("\x10\x10")
            screen.wait(lambda screen: screen.lines[-1] == "> fig")


def test_the_cursor_goes_round():
    with riffle("--cycle", stdin=FRUIT) as screen:
        screen.wait("> apple").type("\x0e")
        screen.wait("> grape").type("\x10")
        screen.wait("> apple").type("\x0e\r")
        expect(screen.end(), (0, "grape\n"))
    with riffle(stdin=FRUIT) as screen:
        screen.wait("> apple").type("\x0e\x10")
        screen.wait("> banana").type("\r")
        expect(screen.end(), (0, "banana\n"))


def test_searching_can_be_left_to_a_command():
    binding = "change:reload(printf '%s 1\\n%s 2\\n' {q} {q}),f1:enable-search,f2:search(fig)"
    with riffle("--disabled", "--bind", binding, stdin=FRUIT) as screen:
        screen.wait("7/7").wait("search off").type("ab")
        screen.wait("> ab 1").wait("2/2 search off")
    with riffle("--disabled", "--bind", "f1:enable-search,f2:search(fig)", stdin=FRUIT) as screen:
        screen.wait("7/7").type("grape")
        screen.wait(lambda screen: screen.lines[-1] == "> grape" and "7/7" in screen.text, "all of the list")
        screen.type("\x1bOQ")
        screen.wait("1/7").wait("> fig")
        screen.type("\x1bOP")
        screen.wait(lambda screen: screen.lines[-3] == "> grape", "what is typed").wait("1/7")
        assert "search off" not in screen.text, screen.picture


def test_commands_transform_what_shows():
    binding = (
        "f1:transform-query(echo {q}ig),f2:transform-prompt(printf '%s> ' {1}),f3:transform-header(printf 'one\\ntwo'),"
        'f4:transform[echo "change-prompt($FZF_POS/$FZF_MATCH_COUNT> )+up"],f5:transform(echo nonsense)')
    with riffle("--bind", binding, stdin=FRUIT) as screen:
        screen.wait("7/7").type("f\x1bOP")
        screen.wait(lambda screen: screen.lines[-1] == "> fig" and "1/7" in screen.text, "the query")
        screen.type("\x1bOQ")
        screen.wait("fig> fig")
        screen.type("\x1bOR")
        screen.wait(lambda screen: screen.lines[-4:-2] == ["  one", "  two"], "the header")
        screen.type("\x15")
        screen.wait("7/7").type("\x1bOS")
        screen.wait("1/7>").wait("> banana")
        screen.type("\x1b[15~")
        screen.wait("there is no action 'nonsense'")


NAMES = "".join(f"{letter}{number}\n" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ" for number in range(5)).encode()


def test_letters_of_an_alphabetical_list():
    with riffle("--reverse", stdin=NAMES) as screen:
        jump_to_q(screen)
        screen.type("\x1b[1;3B")
        screen.wait("> R0")
        # A click on the third row of the letters.
        letter = screen.lines[4][-1]
        screen.type("\x1b[<0;79;5M\x1b[<0;79;5m")
        screen.wait(f"> {letter}0")
        screen.type("b")
        screen.wait("5/130").wait(lambda screen: not edge(screen), "no letters in what is found")
        screen.type("\x15\x1bjz\r")
        expect(screen.end(), (0, "Z0\n"))
    with riffle("--no-letters", "--reverse", stdin=NAMES) as screen:
        screen.wait("130/130")
        assert all(len(line) < 70 for line in screen.lines[2:]), screen.picture


def test_only_the_last_lines_stay():
    read, write = os.pipe()
    with riffle("--tail", "10", "--multi", stdin=read) as screen:
        os.close(read)
        os.write(write, b"".join(b"line %d\n" % number for number in range(100)))
        screen.wait("10/10").wait("> line 90").type("\t")
        screen.wait("(1)")
        os.write(write, b"".join(b"more %d\n" % number for number in range(5)))
        screen.wait("> line 95").wait(lambda screen: "(1)" not in screen.text, "that what is gone is not chosen")
        screen.type("line")
        screen.wait("5/10")
        screen.type("\x15more 4\r")
        expect(screen.end(), (0, "more 4\n"))
    os.close(write)


def test_the_last_of_very_many_equals():
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/list", "w") as file:
            file.writelines(f"hay{' needle' if number % 100 == 0 else ''}\n" for number in range(70_001))
        for options, chosen in ((["--tac"], 70_000), (["--tiebreak", "index"], 0)):
            binding = "enter:become(echo {n})"
            with riffle(*options, "--query", "needle", "--bind", binding, f"{folder}/list") as screen:
                screen.wait("701/70001").type("\r")
                expect(screen.end(), (0, f"{chosen}\n"))
            with riffle(*options, "--query", "needle", "--bind", binding, f"{folder}/list") as screen:
                screen.wait("701/70001").type("\x10" * 3 + "\r")
                expect(screen.end(), (0, f"{abs(chosen - 300)}\n"))


def test_files_are_followed():
    with tempfile.TemporaryDirectory() as folder:
        for name in ("a", "b"):
            open(f"{folder}/{name}", "w").write(f"{name} 1\n{name} 2\n")
        with riffle("--interactive", "", "a", "b", "--follow", "--tail", "50", folder=folder) as screen:
            screen.wait("4/4")
            open(f"{folder}/b", "a").write("b 3\n")
            screen.wait("5/5").type("b 3")
            screen.wait(lambda screen: screen.lines[-3] == "> b 3", "the new line").type("\r")
            expect(screen.end(), (0, "b 3\n"))


def test_frames_and_what_is_around_them():
    options = ["--margin", "1,2", "--padding", "0,1", "--border", "--border-label", " fruit ", "--separator", "=", "--header-first",
        "--header-text", "head", "--sync", "--info", "default"]
    with riffle(*options, stdin=FRUIT) as screen:
        screen.wait("  7/7 ")
        expect(screen.lines[0], "")
        assert screen.lines[1].startswith("  ╭") and " fruit " in screen.lines[1], screen.picture
        expect([line.strip(" │") for line in screen.lines[-5:-2]], ["7/7 " + "=" * 64, ">", "head"])


def test_modes_and_reasons():
    with riffle(stdin=b"stock\nwoodstock\n") as screen:
        screen.wait("2/2").type("stock")
        screen.wait("2/2").type("\x12")
        screen.wait("1/2 words")
        screen.type("\x1bw")
        screen.wait(lambda screen: screen.lines[-3].endswith(" 0") and "stock" in screen.lines[-2], "cost and reason")


def shell(name, folder):
    """A shell with riffle's keys, in a folder with some files."""
    os.makedirs(f"{folder}/bin", exist_ok=True)
    os.symlink(RIFFLE, f"{folder}/bin/riffle")
    os.makedirs(f"{folder}/home/music/opera")
    open(f"{folder}/home/two words.txt", "w").close()
    open(f"{folder}/home/music/tosca.ogg", "w").close()
    home = f"{folder}/home"
    environment = {
        "PATH": f"{folder}/bin:" + os.environ["PATH"], "HOME": home, "PS1": "$ ", "HISTFILE": f"{home}/.history", "ZDOTDIR": home,
        "RIFFLE_CTRL_T_COMMAND": "find * -type f", "XDG_CONFIG_HOME": f"{home}/.config", "XDG_DATA_HOME": f"{home}/.data",
    }
    if name == "bash":
        open(f"{home}/.bashrc", "w").write("PS1='$ '\n" + 'eval "$(riffle --shell bash)"\n')
        arguments = ["/bin/bash", "--rcfile", f"{home}/.bashrc", "-i"]
    elif name == "zsh":
        open(f"{home}/.zshrc", "w").write("PS1='$ '\nHISTSIZE=100\neval \"$(riffle --shell zsh)\"\n")
        arguments = ["/usr/bin/zsh", "-i"]
    else:
        os.makedirs(f"{home}/.config/fish")
        open(f"{home}/.config/fish/config.fish", "w").write(
            "function fish_prompt; echo '$ '; end\nfunction fish_greeting; end\nriffle --shell fish | source\n")
        arguments = ["/usr/bin/fish", "-i"]
    return Screen([*arguments], folder=home, environment=environment, captures=False)


def test_keys_of_shells():
    for name in ("bash", "zsh", "fish"):
        if not any(os.path.exists(f"{folder}/{name}") for folder in ("/bin", "/usr/bin")):
            print(f"        without {name}, which is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder, shell(name, folder) as screen:
            gone = lambda screen: not any(line.startswith(">") for line in screen.lines)
            prompt = lambda screen: any(line.startswith("$") for line in screen.lines)
            screen.wait(prompt, f"{name}'s prompt").type("ls ")
            screen.wait("ls").type("\x14")
            screen.wait("/2 ").type("two")
            screen.wait("> two words.txt").type("\r")
            screen.wait(gone, f"{name}'s Ctrl-T").wait(lambda screen: "ls two\\ words.txt" in screen.text or "ls 'two words.txt'" in screen.text, f"{name}'s Ctrl-T")
            screen.type("\r")
            screen.wait(lambda screen: "\ntwo words.txt" in screen.text or "\n'two words.txt'" in screen.text, f"{name}: ls")
            screen.type("echo remembered\r")
            screen.wait("\nremembered").type("\x12")
            screen.wait(">").wait("/2").type("rememb")
            screen.wait("> echo remembered").type("\r")
            screen.wait(lambda screen: screen.text.count("echo remembered") >= 2 and gone(screen), f"{name}'s Ctrl-R").type("\r")
            screen.wait(lambda screen: screen.text.count("\nremembered") == 2, f"{name}: echo")
            # A command of several lines comes back whole, and what it holds stays as it was typed.
            screen.type("printf '%s|' 'one\rtwo\\nthree'\r")
            screen.wait("\none\ntwo\\nthree|", f"{name}: printf").type("\r\x0c")
            screen.wait(lambda screen: "three|" not in screen.text).type("\x12")
            screen.wait(">").type("printf three")
            screen.wait("> printf '%s|' 'one").type("\r")
            screen.wait(lambda screen: "three'" in screen.text and gone(screen), f"{name}'s Ctrl-R").type("\r")
            screen.wait("\none\ntwo\\nthree|", f"{name}: printf again").type("\r")
            screen.type("\x1bc")
            screen.wait("music/opera").type("opera")
            screen.wait("> music/opera").type("\r")
            screen.wait(gone, f"{name}'s Alt-C")
            screen.type("pwd\r")
            screen.wait("home/music/opera")
            if name != "fish":
                screen.type("cd ..\r")
                screen.type("cat tos**\t")
                screen.wait("1/2 ").type("\r")
                screen.wait("cat tosca.ogg" if name == "bash" else "tosca.ogg")
                screen.wait(gone, f"{name}'s completion")


def main():
    names = sys.argv[2:]
    tests = [(name, test) for name, test in globals().items() if name.startswith("test_") and (not names or name in names)]
    failures = 0
    for name, test in tests:
        started = time.monotonic()
        try:
            test()
            print(f"passed  {name}  {time.monotonic() - started:.1f} s", flush=True)
        except Exception:
            failures += 1
            print(f"FAILED  {name}", flush=True)
            traceback.print_exc()
    print(f"{len(tests)} tests, {failures} failures")
    sys.exit(1 if failures or not tests else 0)


main()
