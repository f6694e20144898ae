"""Drives the service by the Python client library, unchanged; prints what came of each step as one JSON object."""
import json
import sys
import time
import uuid

import gitlab
from gitlab import exceptions


def unique(word):
    return f"{word}-{uuid.uuid4().hex[:10]}"


def refusal(call):
    try:
        call()
    except exceptions.GitlabError as error:
        return [type(error).__name__.replace("Gitlab", ""), error.response_code, str(error.error_message)]
    return None


def core(admin, url):
    username = unique("py")
    user = admin.users.create(
        {"username": username, "name": "Py", "email": f"{username}@example.com", "password": "long-enough-1"}
    )
    token = user.impersonationtokens.create({"name": "x", "scopes": ["api"]})
    own = user.personal_access_tokens.create({"name": "y", "scopes": ["api"]})
    me = gitlab.Gitlab(url, private_token=own.token)
    me.auth()
    group = me.groups.create({"name": unique("group"), "path": unique("group")})
    other = admin.users.create(
        {"username": unique("py"), "name": "O", "email": f"{unique('o')}@example.com", "password": "long-enough-1"}
    )
    member = group.members.create({"user_id": other.id, "access_level": gitlab.const.DEVELOPER_ACCESS})
    member.access_level = gitlab.const.MAINTAINER_ACCESS
    member.save()
    levels = [[m.id == other.id, m.access_level] for m in group.members.list(get_all=True)]
    member.delete()
    subgroup = me.groups.create({"name": unique("sub"), "path": unique("sub"), "parent_id": group.id})
    group.description = "Changed"
    group.save()
    bearer = gitlab.Gitlab(url, oauth_token=own.token)
    as_other = admin.http_get("/user", sudo=other.username)
    return me, {
        "me": me.user.username == username,
        "by_impersonation": gitlab.Gitlab(url, private_token=token.token).http_get("/user")["username"] == username,
        "by_bearer": bearer.http_get("/user")["username"] == username,
        "sudo": as_other["id"] == other.id,
        "levels": sorted(levels),
        "members_left": len(group.members.list(get_all=True)),
        "subgroups": [g.id for g in group.subgroups.list(iterator=True)] == [subgroup.id],
        "description": me.groups.get(group.id).description,
        "found": [u.id for u in admin.users.list(username=username)] == [user.id],
        "missing": refusal(lambda: me.projects.get(99999999)),
        "unauthorized": refusal(lambda: gitlab.Gitlab(url, private_token="no").projects.list()),
        "taken": refusal(lambda: me.groups.create({"name": group.name, "path": group.path})) is not None,
        "forbidden": refusal(lambda: me.users.create({"username": "x", "name": "x", "email": "x@y.example", "password": "long-enough-1"})),
    }


def paging(admin, me):
    names = [unique("page") for _ in range(5)]
    ids = [me.projects.create({"name": name}).id for name in names]
    first = me.projects.list(owned=True, per_page=2, page=1, order_by="id", sort="asc", iterator=True)
    walked = [p.id for p in me.projects.list(owned=True, per_page=2, order_by="id", sort="asc", iterator=True)]
    keyset = [
        p.id
        for p in me.projects.list(owned=True, per_page=2, pagination="keyset", order_by="id", sort="desc", iterator=True)
    ]
    archived = me.projects.get(ids[0])
    archived.archive()
    state = me.projects.get(ids[0]).archived
    archived.unarchive()
    for one in ids[1:]:
        me.projects.delete(one)
    return {
        "total": first.total,
        "pages": [first.total_pages, first.per_page, first.current_page],
        "offset": walked == ids,
        "keyset": keyset == ids[::-1],
        "whole": len(me.projects.list(owned=True, get_all=True)),
        "archived": state,
    }


def repository(me):
    project = me.projects.create({"name": unique("code"), "initialize_with_readme": True})
    file = project.files.create(
        {"file_path": "dir/a b.txt", "branch": "main", "content": "one\n", "commit_message": "Add"}
    )
    read = project.files.get("dir/a b.txt", ref="main")
    read.content = "two\n"
    read.save(branch="main", commit_message="Change")
    raw = project.files.raw("dir/a b.txt", ref="main").decode()
    blame = project.files.blame("dir/a b.txt", ref="main")
    project.branches.create({"branch": "feat/x", "ref": "main"})
    commit = project.commits.create(
        {
            "branch": "feat/x",
            "commit_message": "Many",
            "actions": [
                {"action": "create", "file_path": "b", "content": "b"},
                {"action": "move", "file_path": "c", "previous_path": "dir/a b.txt"},
            ],
        }
    )
    tag = project.tags.create({"tag_name": "v1", "ref": "main", "message": "first"})
    protected = project.protectedbranches.create({"name": "rel/*", "push_access_level": 40})
    tree = project.repository_tree(recursive=True, get_all=True)
    walked = list(project.repository_tree(ref="feat/x", pagination="keyset", per_page=1, iterator=True))
    compared = project.repository_compare("main", "feat/x")
    archive = project.repository_archive(sha="main", format="zip")
    streamed = []
    project.repository_archive(streamed=True, action=streamed.append)
    status = project.commits.get(commit.id).statuses.create({"state": "success", "name": "ci/py"})
    project.files.delete("dir/a b.txt", branch="main", commit_message="Away")
    project.branches.delete("feat/x")
    tag.delete()
    protected.delete()
    return {
        "file": [file.file_path, file.branch],
        "raw": raw,
        "blame": [line for part in blame for line in part["lines"]],
        "commit": [commit.title, commit.stats["total"]],
        "diff": sorted(d["new_path"] for d in commit.diff()),
        "tag": tag.message,
        "tree": sorted(e["path"] for e in tree),
        "found": sorted(e["name"] for e in walked),
        "compared": [c["title"] for c in compared["commits"]],
        "archive": [archive[:2].decode(), b"".join(streamed)[:2].hex()],
        "status": [status.status, status.name],
        "left": [[b.name for b in project.branches.list()], [t.name for t in project.tags.list()]],
        "no_file": refusal(lambda: project.files.get("nope", ref="main")),
        "protected_left": [p.name for p in project.protectedbranches.list()],
    }


def pipelines(me, url):
    project = me.projects.create({"name": unique("ci"), "initialize_with_readme": True})
    definition = "build: { stage: build, script: echo }\nhand: { script: x, when: manual }\n"
    lint = project.ci_lint.create({"content": definition})
    bad = project.ci_lint.create({"content": "a: {}"})
    project.files.create(
        {"file_path": ".ci.yml", "branch": "main", "content": definition, "commit_message": "CI [skip ci]"}
    )
    variable = project.variables.create({"key": "KEPT", "value": "v"})
    variable.value = "w"
    variable.save()
    trigger = project.triggers.create({"description": "py"})
    trigger.description = "renamed"
    trigger.save()
    plain = project.trigger_pipeline("main", trigger.token)
    given = project.trigger_pipeline("main", trigger.token, variables={"A": "1", "B": "2"})
    anonymous = gitlab.Gitlab(url)
    open_call = anonymous.projects.get(project.id, lazy=True).trigger_pipeline("main", trigger.token)
    for _ in range(200):
        jobs = given.jobs.list()
        if jobs and jobs[0].status == "pending":
            break
        time.sleep(0.05)
    build = project.jobs.get(jobs[0].id)
    hand = project.jobs.get([j.id for j in jobs if j.name == "hand"][0])
    trace = build.trace()
    build.cancel()
    retried = build.retry()
    given.cancel()
    shown = project.pipelines.get(given.id)
    own = project.pipelines.create({"ref": "main", "variables": [{"key": "C", "value": "3", "variable_type": "env_var"}]})
    latest = me.http_get(f"/projects/{project.id}/pipelines/latest", query_data={"ref": "main"})
    own.delete()
    result = {
        "lint": [lint.valid, lint.errors, bad.valid, bad.errors],
        "variable": project.variables.get("KEPT").value,
        "trigger": [trigger.description, len(trigger.token), project.triggers.get(trigger.id).last_used is not None],
        "plain": [plain.source, plain.status, plain.ref],
        "variables": [[v.key, v.value] for v in given.variables.list() if v.key != "TRIGGER_PAYLOAD"],
        "open": open_call.source,
        "jobs": [[j.name, j.stage] for j in jobs],
        "manual": [hand.name, hand.status],
        "trace": trace.decode(),
        "retried": retried["status"],
        "canceled": shown.status,
        "own": [own.source, latest["id"] == own.id],
        "listed": sorted(p.source for p in project.pipelines.list(iterator=True, per_page=1)),
        "filtered": len(project.pipelines.list(source="trigger", get_all=True)),
        "bad_ref": refusal(lambda: project.trigger_pipeline("nope", trigger.token)),
        "bad_token": refusal(lambda: project.trigger_pipeline("main", "nope")),
        "ended": refusal(lambda: build.cancel()),
    }
    trigger.delete()
    result["gone"] = refusal(lambda: project.trigger_pipeline("main", trigger.token))
    return result


def main():
    url, token = sys.argv[1], sys.stdin.read().strip()
    admin = gitlab.Gitlab(url, private_token=token)
    admin.auth()
    me, nouns = core(admin, url)
    print(
        json.dumps(
            {
                "core": nouns,
                "paging": paging(admin, me),
                "repository": repository(me),
                "pipelines": pipelines(me, url),
            }
        )
    )


main()
