"""What happens in a project, told to those who listen: lists, streams, webhooks."""
