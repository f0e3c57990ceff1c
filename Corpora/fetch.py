"""Downloads the packages the lists are made from, into `.cache/`.

apt works in a private state folder, so neither root rights nor an installed
package are needed, and the machine's own apt state is left alone.
"""

import os
import shutil
import subprocess
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
CACHE = os.path.join(HERE, ".cache")

APT_CONFIG = """
Dir::State "{state}";
Dir::State::status "{state}/status";
Dir::Cache "{cache}";
APT::Sandbox::User "root";
Acquire::Languages "none";
#clear Acquire::IndexTargets::deb::DEP-11;
#clear Acquire::IndexTargets::deb::Contents-deb;
#clear Acquire::IndexTargets::deb::Contents-deb-legacy;
"""

# Of two targets that name one file apt keeps the one it reads first, so every target of the system's configuration
# (apt-file's, say) goes. The second target is for archives with one Contents list for all components, like Ubuntu's.
CONTENTS_CONFIG = """
#clear Acquire::IndexTargets;
Acquire::IndexTargets::deb::Riffle-Contents {
    MetaKey "$(COMPONENT)/Contents-$(ARCHITECTURE)";
    flatMetaKey "Contents-$(ARCHITECTURE)";
    ShortDescription "Contents-$(ARCHITECTURE)";
    Description "$(RELEASE)/$(COMPONENT) $(ARCHITECTURE) Contents";
    Identifier "Riffle-Contents";
    KeepCompressed "true";
};
Acquire::IndexTargets::deb::Riffle-Contents-legacy {
    MetaKey "Contents-$(ARCHITECTURE)";
    ShortDescription "Contents-$(ARCHITECTURE)";
    Description "$(RELEASE) $(ARCHITECTURE) Contents";
    Identifier "Riffle-Contents";
    Fallback-Of "Riffle-Contents";
    KeepCompressed "true";
};
"""

TRANSLATION_TARGET = """
Acquire::IndexTargets::deb::Riffle-Translation-{language} {{
    MetaKey "$(COMPONENT)/i18n/Translation-{language}";
    flatMetaKey "{language}";
    ShortDescription "Translation-{language}";
    Description "$(RELEASE)/$(COMPONENT) Translation-{language}";
    Identifier "Riffle-Translation-{language}";
}};
"""


class FetchError(Exception):
    """A download failed; the message says what the user can do about it."""


def need(program, package):
    """Fails with the name of the package to install when a program is missing."""
    if not shutil.which(program):
        raise FetchError(
            f"'{program}' was not found: install the package '{package}'. "
            "The lists from Debian packages need a Debian or Ubuntu system."
        )


def run(arguments, hint, **options):
    """Runs a program, returns its standard output, turns a failure into a FetchError."""
    done = subprocess.run(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if done.returncode != 0:
        tail = done.stderr.decode("utf-8", "replace").strip().splitlines()[-4:]
        raise FetchError("\n".join([f"'{' '.join(arguments[:4])} …' failed. {hint}", *tail]))
    return done.stdout


class Apt:
    """A private apt: its own lists and its own cache, with the machine's sources."""

    def __init__(self, name="apt", extra_config=""):
        need("apt-get", "apt")
        self.root = os.path.join(CACHE, name)
        self.state = os.path.join(self.root, "state")
        self.config = os.path.join(self.root, "apt.conf")
        cache = os.path.join(self.root, "cache")
        for folder in (os.path.join(self.state, "lists/partial"), os.path.join(cache, "archives/partial")):
            os.makedirs(folder, exist_ok=True)
        open(os.path.join(self.state, "status"), "a").close()
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(APT_CONFIG.format(state=self.state, cache=cache) + extra_config)
        if not os.path.exists(os.path.join(self.root, "updated")):
            self.update()

    def update(self):
        print("  apt-get update (private lists)", file=sys.stderr, flush=True)
        run(["apt-get", "-c", self.config, "-q", "update"],
            "Check the network and the system's apt sources.")
        open(os.path.join(self.root, "updated"), "w").close()

    def available(self):
        """The text of every available package record."""
        output = run(["apt-cache", "-c", self.config, "dumpavail"], "Install the package 'apt'.")
        return output.decode("utf-8", "replace")

    def index_files(self, identifier):
        """The files there are of the index targets of one kind; a release may lack some."""
        output = run(["apt-get", "-c", self.config, "indextargets", "--format", "$(FILENAME)",
                      f"Identifier: {identifier}"], "Install a newer 'apt'.")
        return sorted(file for file in output.decode().splitlines() if os.path.exists(file))

    def download(self, package):
        """Downloads one package file and returns its path; a cached file is used again."""
        folder = os.path.join(CACHE, "debs")
        os.makedirs(folder, exist_ok=True)
        cached = [name for name in os.listdir(folder) if name.startswith(package + "_")]
        if not cached:
            print(f"  apt-get download {package}", file=sys.stderr, flush=True)
            run(["apt-get", "-c", self.config, "-q", "download", package],
                f"Is '{package}' in the system's apt sources? (Debian bookworm has it.)", cwd=folder)
            cached = [name for name in os.listdir(folder) if name.startswith(package + "_")]
        return os.path.join(folder, sorted(cached)[-1])


def debian_package(package):
    """Returns the folder that holds a package's unpacked files."""
    need("dpkg-deb", "dpkg")
    folder = os.path.join(CACHE, "unpacked", package)
    if not os.path.isdir(folder):
        archive = Apt().download(package)
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        os.makedirs(partial)
        run(["dpkg-deb", "-x", archive, partial], "The download may be damaged: delete it and try again.")
        os.rename(partial, folder)
    return folder


def python_package(package):
    """Returns the folder that holds a wheel's unpacked files."""
    folder = os.path.join(CACHE, "wheels", package)
    if not os.path.isdir(folder):
        downloads = os.path.join(CACHE, "pip", package)
        print(f"  pip download {package}", file=sys.stderr, flush=True)
        run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:",
             "-d", downloads, package],
            "Install the package 'python3-pip' and check the network.")
        wheel = sorted(name for name in os.listdir(downloads) if name.endswith(".whl"))[-1]
        partial = folder + ".partial"
        shutil.rmtree(partial, ignore_errors=True)
        with zipfile.ZipFile(os.path.join(downloads, wheel)) as archive:
            archive.extractall(partial)
        os.rename(partial, folder)
    return folder


def contents_streams():
    """Yields one running process for each Contents list; its output is the plain list."""
    apt = Apt("apt-contents", CONTENTS_CONFIG)
    for file in indexes(apt, "Riffle-Contents", "Contents list"):
        yield plain(file)


def translations(languages):
    """`(language, text)` of every list of package descriptions in these languages."""
    targets = "".join(TRANSLATION_TARGET.format(language=language) for language in languages)
    apt = Apt("apt-translations", "#clear Acquire::IndexTargets;\n" + targets)
    for language in languages:
        for file in indexes(apt, f"Riffle-Translation-{language}", f"package descriptions in '{language}'"):
            with plain(file) as stream:
                yield language, stream.stdout.read().decode("utf-8", "replace")


def indexes(apt, identifier, what):
    """The files of one kind of index target, fetched anew where an earlier run left a state folder without them."""
    if not apt.index_files(identifier):
        apt.update()
    files = apt.index_files(identifier)
    if not files:
        raise FetchError(f"apt fetched no {what}: the system's apt sources may not offer them.")
    return files


def plain(file):
    """A running process whose output is the plain content of a file of apt's."""
    helper = "/usr/lib/apt/apt-helper"
    need(helper, "apt")
    return subprocess.Popen([helper, "cat-file", file], stdout=subprocess.PIPE)


def versions():
    """The versions of everything downloaded, as lines such as "edict 2021.02.03-1"."""
    found = []
    for folder, _, names in os.walk(CACHE):
        for name in names:
            if name.endswith(".deb") and os.path.basename(folder) == "debs":
                found.append(name.replace("%3a", ":").split("_")[:2])
            elif name.endswith(".whl"):
                found.append(name.split("-")[:2])
    return [" ".join(pair) for pair in sorted(found)]
