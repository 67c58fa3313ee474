"""Items of files that are being read anew: which of them are shown, and which are hidden."""
