"""HTTP manners, the same for every noun: routes, parsing, envelope, pages, versions, replays."""
