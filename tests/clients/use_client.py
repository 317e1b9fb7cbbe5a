"""Calls the API by the names of its OpenAPI document; each body and each answer is held against the document."""

import json
import sys
import urllib.error
import urllib.request

from jsonschema import Draft202012Validator, FormatChecker


class Client:
    def __init__(self, base, document):
        self.base, self.document, self.token = base, document, None
        self.operations = {
            call["operationId"]: (path, method, call)
            for path, calls in document["paths"].items()
            for method, call in calls.items()
        }

    def call(self, name, body=None, **path):
        address, method, operation = self.operations[name]
        sent = None
        if body is not None:
            self.hold(operation["requestBody"]["content"]["application/json"]["schema"], body)
            sent = json.dumps(body).encode()
        headers = {"Content-Type": "application/json"} if sent else {}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        request = urllib.request.Request(self.base + address.format(**path), sent, headers, method=method.upper())
        try:
            with urllib.request.urlopen(request) as answer:
                return self.read(operation["responses"]["200"], answer)
        except urllib.error.HTTPError as answer:
            refusal = self.document["components"]["responses"]["Refused"]
            assert operation["responses"]["default"] == {"$ref": "#/components/responses/Refused"}
            return self.read(refusal, answer)

    def read(self, response, answer):
        value = json.load(answer)
        self.hold(response["content"]["application/json"]["schema"], value)
        return value

    def hold(self, schema, value):
        whole = {**schema, "components": self.document["components"]}
        Draft202012Validator(whole, format_checker=FormatChecker()).validate(value)


base, username, password, captcha_id, captcha = sys.argv[1:]
client = Client(base, json.load(sys.stdin))
for schema in client.document["components"]["schemas"].values():
    Draft202012Validator.check_schema(schema)

signed_in = {"platform": 1, "username": username, "password": password, "captcha_id": captcha_id, "captcha": captcha}
client.token = client.call("passport_login", signed_in)["data"]["token"]
made = client.call("patent_create", {"title": "Made in Python", "country": "CN", "patent_type": "INVENTION"})["data"]
sid, version = made["sid"], made["version"]
page = client.call("patent_search", {"iql": f"sid = '{sid}'", "fl": ["title", "owner_sid"], "rows": 5})["data"]
one = client.call("patent_get", sid=sid)["data"]
changed = client.call("patent_update", {"sid": sid, "version": version, "title": "Changed in Python"})["data"]
moved = client.call("patent_transition", {"sid": sid, "transition": "review"})["data"]
refused = client.call("patent_update", {"sid": sid, "version": version, "title": "Too late"})
print(
    json.dumps(
        {
            "titles": [row["title"] for row in page["record"]],
            "total": page["total"],
            "creator": bool(one["created_by"]["name"]),
            "title": changed["title"],
            "version": changed["version"],
            "status": moved["status"],
            "before": one["status"],
            "refused": refused["code"],
        }
    )
)
