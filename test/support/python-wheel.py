"""Writes a wheel: python-wheel.py FOLDER NAME VERSION [REQUIREMENT...]"""

import base64
import hashlib
import os
import sys
import zipfile

folder, name, version, *requirements = sys.argv[1:]
module = name.replace("-", "_")
info = f"{module}-{version}.dist-info"
metadata = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}", "Summary: For tests", "Requires-Python: >=3.6"]
files = {
    f"{module}.py": f"NAME = {name!r}\nVERSION = {version!r}\n",
    f"{info}/METADATA": "\n".join(metadata + [f"Requires-Dist: {one}" for one in requirements]) + "\n\nA tool.\n",
    f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
}


def row(path, text):
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"{path},sha256={digest},{len(text.encode())}"


rows = [row(path, text) for path, text in files.items()] + [f"{info}/RECORD,,"]
os.makedirs(folder, exist_ok=True)
with zipfile.ZipFile(os.path.join(folder, f"{module}-{version}-py3-none-any.whl"), "w") as wheel:
    for path, text in {**files, f"{info}/RECORD": "\n".join(rows) + "\n"}.items():
        wheel.writestr(path, text)
