"""What can go wrong with the private Neo4j.

Every message names what was met, what was expected and what to do next::

    LocalDatabaseError
    ├── UnsupportedPlatformError   no Java or no file locks here: use a Neo4j of your own
    ├── HomeNotWritableError       the home folder cannot be made or written
    ├── DiskFullError              no room for the jars or for the data
    ├── FetchError                 the jars could not be had
    │   ├── NoNetworkError         the host of the jars does not answer
    │   └── WrongHashError         a jar is not the one that the lock file names, twice
    ├── PortTakenError             the fixed port belongs to another process
    ├── StartFailedError           the database did not come up; carries the end of its log
    └── StopFailedError            the database would not go away
"""


class LocalDatabaseError(Exception):
    """The private Neo4j cannot be used."""


class UnsupportedPlatformError(LocalDatabaseError):
    """This machine cannot run the private Neo4j."""


class HomeNotWritableError(LocalDatabaseError):
    """The home folder, or a folder in it, cannot be made or written."""


class DiskFullError(LocalDatabaseError):
    """The disk that holds the home folder is full."""


class FetchError(LocalDatabaseError):
    """The jars of the private Neo4j could not be fetched."""


class NoNetworkError(FetchError):
    """The host of the jars cannot be reached."""


class WrongHashError(FetchError):
    """A jar does not have the SHA-256 of the lock file, also when fetched once more."""


class PortTakenError(LocalDatabaseError):
    """The port that was asked for belongs to another process."""


class StartFailedError(LocalDatabaseError):
    """The database did not come up."""


class StopFailedError(LocalDatabaseError):
    """The database is still in use or would not stop."""
