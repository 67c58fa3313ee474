"""What the commands do on a real server, and what they print where no terminal is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.command import Command
from cli.conftest import STATEMENT
from runwright.runs.types import RunBody
from support.client import Api
from support.patience import until

SPENT = "How much did I spend at REWE?"


@pytest.fixture
def spent(command: Command, statement: Path) -> Command:
    """Somebody who has uploaded a statement."""
    done = command("files", "upload", str(statement))
    assert done.code == 0, done
    return command


# run --------------------------------------------------------------------------------------------


def test_the_answer_is_all_that_is_on_standard_output(spent: Command) -> None:
    done = spent("run", SPENT, "--context", "finance")
    assert done.out.startswith("You spent 20.60 (currency unknown")
    assert " at REWE.\n2 payments" in done.out
    steps = [line.split() for line in done.err.splitlines() if line.strip()]
    assert [step[0] for step in steps[:4]] == ["plan", "read", "step", steps[-1][0]]
    assert "3 items by finance:read" in done.err
    assert steps[-1][0].startswith("run_")
    assert "\x1b" not in done.out + done.err


def test_a_deep_run_is_followed_to_its_end(spent: Command) -> None:
    done = spent("run", SPENT, "--context", "finance", "--deep")
    assert done.code == 0, done
    assert "You spent 20.60" in done.out
    assert "completed, y0-deep" in done.err


def test_quiet_is_the_answer_alone(command: Command) -> None:
    done = command("run", "What is 2 + 2?", "--quiet")
    assert done.out.splitlines()[0] == "4."
    assert done.err == ""


def test_runs_are_found_by_words_and_by_whether_they_have_an_answer(command: Command) -> None:
    found = command("run", "What is 17 + 1?", "--json").json["id"]
    declined = command("run", "Send an e-mail to Anna.", "--json").json["id"]

    def listed(*options: str) -> list[str]:
        return [run["id"] for run in command("runs", "list", *options, "--json").json["data"]]

    assert listed("--answered") == [found]
    assert listed("--unanswered") == [declined]
    until(lambda: listed("--q", "EMAIL anna") + listed("--q", "mail anna") == [declined], "found")


def test_a_prompt_can_come_from_standard_input(command: Command) -> None:
    assert command("run", "-", input="What is 2 + 2?\n").out.splitlines()[0] == "4."


def test_json_is_the_run_with_its_trace(command: Command, api: Api) -> None:
    done = command("run", "What is 2 + 2?", "--json", "--metadata", "team=blue")
    assert done.json == api.get(f"/v1/runs/{done.json['id']}").json()
    assert done.json["metadata"] == {"team": "blue"}
    assert done.json["created_at"].endswith("Z")


def test_a_file_is_uploaded_read_and_attached(command: Command, statement: Path, api: Api) -> None:
    done = command("run", "What is the largest amount?", "--file", str(statement), "--json")
    assert done.code == 0, done
    (file,) = api.get("/v1/files").json()["data"]
    assert (file["purpose"], file["status"]) == ("attachment", "processed")
    again = command("run", "What is the largest amount?", "--file", file["id"], "--json")
    assert again.json["result"]["summary"] == done.json["result"]["summary"]
    assert len(api.get("/v1/files").json()["data"]) == 1


def test_the_same_file_is_uploaded_once(command: Command, statement: Path, api: Api) -> None:
    asked = ("run", "What is the largest amount?", "--file", str(statement), "--json")

    def attached() -> set[str]:
        assert command(*asked).code == 0
        return {file["id"] for file in api.get("/v1/files").json()["data"]}

    first = attached()
    assert attached() == first
    same_length = statement.read_bytes().replace(b"-12.50", b"-12.60")
    statement.write_bytes(same_length)
    second = attached()
    assert (len(second), first < second) == (2, True)
    assert attached() == second


def test_what_was_read_from_a_statement_is_shown_as_bookings(
    command: Command, tmp_path: Path, api: Api
) -> None:
    rows = [f"2026-10-{day:02},Shop number {day},-{day}.00,EUR" for day in range(1, 26)]
    (tmp_path / "october.csv").write_text("\n".join(["Date,Description,Amount,Currency", *rows]))
    command("files", "upload", "october.csv")
    out = command("files", "show", "october.csv").out
    assert "\n25 records; the first 20:\n" in out
    assert len([line for line in out.splitlines() if line.startswith("  ")]) == 20
    assert "Date,Description" not in out
    assert "Description" in command("files", "show", "october.csv", "--text").out
    api.file(b"Some words of a letter.", filename="letter.txt")
    assert "Some words of a letter." in command("files", "show", "letter.txt").out


def test_the_default_of_steps_is_the_services_own(command: Command) -> None:
    default = RunBody.model_fields["max_steps"].default
    assert f"default {default}." in " ".join(command("run", "--help").out.split())
    assert command("run", "What is 2 + 2?", "--json").json["max_steps"] == default


def test_a_file_that_cannot_be_read_stops_the_run(
    command: Command, tmp_path: Path, api: Api
) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    said = command.fails(1, "run", "What is in it?", "--file", "broken.pdf")
    assert "broken.pdf could not be read" in said
    assert api.get("/v1/runs").json()["data"] == []


def test_in_the_background_only_the_id_is_told(command: Command, api: Api) -> None:
    run_id = command("run", "What is 2 + 2?", "--deep", "--background").out.strip()
    assert api.finished(run_id)["status"] == "completed"


def test_a_key_that_may_only_make_runs_sees_the_answer(command: Command, api: Api) -> None:
    with api.key("runs:write") as narrow:
        done = command("run", "What is 2 + 2?", RUNWRIGHT_API_KEY=narrow.secret)
    assert (done.code, done.out.splitlines()[0]) == (0, "4.")


def test_what_others_wrote_cannot_steer_the_terminal(command: Command, api: Api) -> None:
    steering = "\x1b]0;owned\x07\x1b[2Jbad \u202eeman"
    made = {"name": steering, "instructions": f"Be brief. {steering}", "model": "y0-fast"}
    agent = api.post("/v1/agents", made).json()["id"]
    api.upload(b"Some words.", filename=f"note{steering}.txt")
    shown = [
        command("agents").out,
        command("agents", "show", agent).out,
        command("files").out,
        command("keys").out,
    ]
    assert "bad" in shown[0]
    assert not {"\x1b", "\x07", "\u202e"} & set("".join(shown))


def test_an_agent_can_do_it(command: Command) -> None:
    made = command(
        *("agents", "create", "--name", "Bookkeeper", "--json"),
        *("--instructions", "Answer in one short sentence."),
    ).json
    done = command("run", "What is 2 + 2?", "--agent", made["id"], "--json")
    assert done.json["agent"] == made["id"]
    assert "Not understood" not in command("agents", "show", made["id"]).out
    assert command("agents").out.splitlines()[1].startswith(made["id"])
    assert "Answer in one short" in command("agents", "show", made["id"]).out
    assert command("agents", "delete", made["id"], "--yes").code == 0
    assert command("agents").out.startswith("There are no agents")


def test_sentences_that_an_agent_ignores_are_shown_when_it_is_made(command: Command) -> None:
    instructions = "Only use finance. Think like a poet about whales."
    made = command("agents", "create", "--name", "Poet", "--instructions", instructions)
    assert made.out.splitlines()[-2:] == [
        "Not understood as rules:",
        "  Think like a poet about whales",
    ]


# runs, trace ------------------------------------------------------------------------------------


def test_runs_are_listed_newest_first(command: Command, api: Api) -> None:
    ids = [api.run()["id"] for _ in range(3)]
    listed = command("runs").out.splitlines()
    assert [line.split()[0] for line in listed] == ["run", *reversed(ids)]
    assert "What is 2 + 2?" in listed[1]
    assert command("runs", "last").out == f"{ids[-1]}\n"
    assert command("runs", "list", "--limit", "1", "--json").json["data"][0]["id"] == ids[-1]
    assert command("runs", "--status", "failed").out == "There are no runs.\n"


def test_sources_may_be_named_one_by_one(spent: Command) -> None:
    done = spent("run", SPENT, "--context", "finance", "--context", "documents")
    assert "by finance:read" in done.err
    assert "by documents:read" in done.err


def test_a_run_is_shown_with_what_it_rests_on(spent: Command) -> None:
    run_id = spent("run", SPENT, "--context", "finance", "--json").json["id"]
    shown = spent("runs", "show", run_id).out
    assert "You spent 20.60" in shown
    assert shown.startswith(SPENT)
    assert "\nEvidence: 2 items\n" in shown
    assert "  1 October 2026: -12.50 to REWE\n  statement.csv, read by finance:read" in shown
    assert shown.count("read by finance:read, item_") == 2
    assert len(spent("runs", "show", run_id, "--json").json["sources"]) == 2


def test_a_trace_is_drawn_to_scale(spent: Command, api: Api) -> None:
    run_id = spent("run", SPENT, "--context", "finance", "--json").json["id"]
    _, prompt, _, _, *rows = spent("trace", run_id).out.splitlines()
    assert prompt == SPENT
    assert "payments to REWE" in rows[2]
    assert "kept 2 of 3" in rows[2]
    entries = api.get(f"/v1/runs/{run_id}/timeline").json()["entries"]
    assert [row.split()[0] for row in rows] == ["plan", "read", "step", "result"]
    bars = [row.count("█") for row in rows]
    longest = max(range(len(entries)), key=lambda n: entries[n]["duration_us"])
    assert bars[longest] == max(bars) > 0
    assert {len(row) for row in rows} == {80}


def test_a_trace_as_json_has_all_documents(command: Command, api: Api) -> None:
    run_id = api.run()["id"]
    done = command("trace", run_id, "--json").json
    assert done["run"] == api.get(f"/v1/runs/{run_id}", params={"expand": "request"}).json()
    assert done["steps"] == api.get(f"/v1/runs/{run_id}/steps").json()["data"]
    assert done["timeline"] == api.get(f"/v1/runs/{run_id}/timeline").json()


def test_a_followed_trace_tells_the_steps_first(command: Command, api: Api) -> None:
    run_id = api.run(model="y0-deep")["id"]
    done = command("trace", "--follow", run_id)
    assert "step 1" in done.err
    assert done.out.startswith(f"{run_id}  completed")


def test_what_a_run_made_is_saved_and_nothing_is_written_over(
    command: Command, api: Api, tmp_path: Path
) -> None:
    run_id = api.exported()["id"]
    first = command("runs", "save", run_id, "--to", "out").out.split()[0]
    second = command("runs", "save", run_id, "--to", "out").out.split()[0]
    assert first != second
    assert (tmp_path / first).read_bytes() == (tmp_path / second).read_bytes()
    assert b"42.10" in (tmp_path / first).read_bytes()


def test_the_steps_of_a_run_are_told(command: Command, api: Api) -> None:
    run = api.run("What is 2 + 2?")["id"]
    told = command("runs", "steps", run)
    assert told.out.startswith("1. calculate")
    assert "\n   expression: 2 + 2\n" in told.out
    assert (
        command("runs", "steps", run, "--json").json
        == api.get(f"/v1/runs/{run}/steps").json()["data"]
    )


def test_a_run_is_proved_to_a_file_and_done_again(
    command: Command, api: Api, tmp_path: Path
) -> None:
    run = api.run("What is 2 + 2?")["id"]
    proof = command("runs", "proof", run)
    assert proof.json == api.get(f"/v1/runs/{run}/proof").json()
    (tmp_path / "proof.json").write_text(proof.out, "utf-8")
    verified = command("audit", "verify", "proof.json", "--key", proof.json["verifier_key"])
    assert (verified.code, verified.out.splitlines()[0]) == (0, "proof.json is whole.")
    again = command("runs", "replay", run)
    assert (again.code, "is identical" in again.out) == (0, True)
    assert command("runs", "replay", run, "--json").json["identical"] is True


def test_a_run_is_cancelled_and_deleted(command: Command, api: Api) -> None:
    run_id = api.run()["id"]
    assert command("runs", "cancel", run_id).out == f"{run_id} is completed.\n"
    assert command("runs", "delete", run_id, "--yes").out == f"{run_id} is deleted.\n"


# files ------------------------------------------------------------------------------------------


def test_files_come_and_go(command: Command, statement: Path, tmp_path: Path) -> None:
    up = command("files", "upload", str(statement), "--metadata", "year=2026", "--json").json
    (file,) = up["data"]
    assert (file["status"], file["metadata"]) == ("processed", {"year": "2026"})
    assert file["extracted"]["graph_items"] == 3
    assert "3 items" in command("files").out
    assert "REWE" in command("files", "show", file["id"]).out
    command("files", "download", file["id"], "--to", "copy.csv")
    assert (tmp_path / "copy.csv").read_bytes() == STATEMENT
    command.fails(2, "files", "download", file["id"])
    gone = command("files", "delete", file["id"], "--yes").out
    assert gone == f"{file['id']} is deleted, with 3 items.\n"
    assert command("files").out == "There are no files.\n"


def test_files_are_read_anew_by_name_or_all_of_them(command: Command, statement: Path) -> None:
    assert command("files", "reread", "--all").out == "There are no files.\n"
    (file,) = command("files", "upload", str(statement), "--json").json["data"]
    line = f"{file['id']}  statement.csv: 1 page, 1 table, 3 items\n"
    assert command("files", "reread", file["id"]).out == line
    assert command("files", "reread", "--all").out == line
    assert command("files", "reread", "--all", "--json").json["data"] == [file]
    begun = command("files", "reread", file["id"], "--no-wait").out
    assert begun == f"{file['id']}  statement.csv: is being read\n"


@pytest.mark.usefixtures("statement")
def test_one_bad_file_does_not_stop_the_others(command: Command, tmp_path: Path) -> None:
    (tmp_path / "junk.bin").write_bytes(bytes(range(256)) * 9)
    done = command("files", "upload", "junk.bin", "statement.csv")
    assert done.code == 1
    assert done.err.startswith("runwright: junk.bin must be PDF")
    assert "statement.csv: 1 page, 1 table, 3 items" in done.out


def test_a_progress_bar_is_for_terminals(command: Command, statement: Path) -> None:
    assert command("files", "upload", str(statement)).err == ""


# models, costs, audit ---------------------------------------------------------------------------


def test_models_are_listed_and_shown(command: Command) -> None:
    assert "y0-deep" in command("models").out
    shown = command("models", "show", "y0-fast").out
    assert "max steps       16" in shown


def test_tools_are_listed_and_shown(command: Command) -> None:
    assert "calculate" in command("tools").out
    shown = json.loads(command("tools", "calculate").out)
    assert shown["arguments"]["required"] == ["expression"]
    said = command.fails(2, "tools", "calcuate")
    assert said.startswith("runwright: There is no tool 'calcuate' for your key. Did you mean calc")


def test_a_delivery_is_found_and_shown_with_its_request(command: Command, api: Api) -> None:
    assert command("webhooks").out.startswith("There are no webhooks: ")
    # The name resolves nowhere, so nothing leaves the machine and there is no response.
    body = {"url": "https://hooks.invalid/", "events": ["run.completed"]}
    hook = api.post("/v1/webhooks", body).json()["id"]
    assert command("webhooks", "deliveries", hook).out == "There are no deliveries.\n"
    delivery = api.post(f"/v1/webhooks/{hook}/test").json()
    at = f"/v1/webhooks/{hook}/deliveries/{delivery['id']}"
    until(lambda: api.get(at).json()["status"] == "failed", "the test is over")
    assert hook in command("webhooks").out
    assert delivery["id"] in command("webhooks", "deliveries", hook, "--status", "failed").out
    shown = command("webhooks", "delivery", hook, delivery["id"]).out
    assert f"webhook-id: {delivery['event']}" in shown
    assert '"type":"webhook.test"' in shown.replace("\n", "")
    assert "Response" not in shown
    as_json = command("webhooks", "delivery", hook, delivery["id"], "--json").out
    assert json.loads(as_json) == api.get(at).json()


def test_costs_are_exact_and_drawn_to_scale(command: Command, api: Api) -> None:
    api.run()
    for _ in range(2):
        api.finished(api.run(model="y0-deep")["id"])
    found = api.get("/v1/analytics/costs", params={"bucket": "none", "group_by": "model"}).json()
    lines = command("costs", "--by", "model").out.splitlines()
    deep, fast = (
        next(line for line in lines if line.startswith(m)) for m in ("y0-deep", "y0-fast")
    )
    costs = {row["group"]["model"]: row["cost"] for row in found["data"]}
    assert costs["y0-deep"] in deep
    assert costs["y0-fast"] in fast
    assert deep.endswith("2 runs")
    assert deep.count("█") > fast.count("█")
    assert found["total"] in lines[-1]
    assert lines[-1].endswith("3 runs")


@pytest.mark.parametrize("by", ["day", "agent", "key", "metadata.team"])
def test_costs_have_many_sides(command: Command, api: Api, by: str) -> None:
    api.run(metadata={"team": "blue"})
    done = command("costs", "--by", by)
    assert done.code == 0, done
    assert done.out.splitlines()[-1].startswith("total")
    if by == "metadata.team":
        assert "\nblue " in done.out


def test_costs_of_nothing(command: Command) -> None:
    assert command("costs", "--days", "3").out == "There were no runs.\n"
    assert command("costs", "--since", "2026-01-01", "--json").json["total"] == "0.000000"


def test_the_audit_log_is_read_and_verified(command: Command, api: Api) -> None:
    run_id = api.run()["id"]
    with api.key("models:read") as narrow:
        narrow.get("/v1/runs")
    lines = command("audit", "--resource", run_id).out.splitlines()
    assert "runs.create" in lines[-1]
    assert "denied" in command("audit", "list", "--denied").out
    assert command("audit", "verify").out.startswith("The log is whole, according to the server: ")
    assert command("audit", "verify", "--json").json["valid"] is True


# On the server's own machine --------------------------------------------------------------------


def test_replay_gives_json(guest: Command, server_data: str) -> None:
    run_id = guest("run", "What is 2 + 2?", "--json", RUNWRIGHT_DATA=server_data).json["id"]
    done = guest("replay", run_id, "--json", RUNWRIGHT_DATA=server_data)
    assert (done.code, done.json["outcome"]) == (0, "identical")


def test_an_exported_log_is_verified_as_json(guest: Command, server_data: str) -> None:
    assert guest("audit", "export", "-o", "log.jsonl", "--data", server_data).code == 0
    done = guest("audit", "verify", "log.jsonl", "--json")
    assert (done.code, done.json["whole"]) == (0, True)
    assert done.json["facts"]
    note = guest("audit", "checkpoint", "--json", "--data", server_data).json
    assert note["note"].startswith("runwright")


def test_a_backup_gives_json_and_is_restored(guest: Command, server_data: str) -> None:
    taken = guest("backup", "copy", "--json", "--data", server_data)
    assert taken.code == 0, taken
    assert taken.json["counts"]["projects"] >= 1
    proved = guest("restore", "copy", "--check", "--json")
    assert (proved.code, proved.json["proved"]) == (0, True)
