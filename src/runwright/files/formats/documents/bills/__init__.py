"""What invoices, bills, receipts, reminders and credit notes say: one module a field."""
