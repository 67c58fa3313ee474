"""What tests share: real servers, real databases, a small client."""
