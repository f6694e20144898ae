"""Schedules, lists and follows storage moves by the Python client library, unchanged; prints what came of it as JSON."""
import json
import sys
import time

import gitlab
from gitlab import exceptions


def ended(admin, path):
    for _ in range(300):
        move = admin.http_get(path)
        if move["finished_at"]:
            return move
        time.sleep(0.05)
    raise SystemExit("the move did not end")


def main():
    url, project_id = sys.argv[1:]
    admin = gitlab.Gitlab(url, private_token=sys.stdin.read().strip())
    project = admin.projects.get(project_id)
    before = project.storage.get()
    moves = f"/projects/{project_id}/repository_storage_moves"
    by_json = admin.http_post(moves, post_data={"destination_storage_name": "second"})
    moved = ended(admin, f"{moves}/{by_json['id']}")
    by_form = admin.http_post(
        moves, post_data={"source_storage_name": "second", "project_id": project_id, "destination_storage_name": "default"}
    )
    back = ended(admin, f"/project_repository_storage_moves/{by_form['id']}")
    project.repository_storage = "second"
    project.save()
    third = admin.http_list(moves, get_all=True)[0]
    ended(admin, f"{moves}/{third['id']}")
    try:
        admin.http_post("/project_repository_storage_moves", post_data={"source_storage_name": "gone"})
        refused = None
    except exceptions.GitlabHttpError as error:
        refused = [error.response_code, error.error_message]
    print(
        json.dumps(
            {
                "before": before.repository_storage,
                "scheduled": by_json["state"],
                "moved": [moved["state"], moved["destination_storage_name"]],
                "back": back["state"],
                "listed": len(admin.http_list("/project_repository_storage_moves", iterator=True, per_page=1)),
                "by_put": [third["source_storage_name"], third["destination_storage_name"]],
                "found": [p.id for p in admin.projects.list(repository_storage="second", get_all=True)],
                "refused": refused,
            }
        )
    )


main()
