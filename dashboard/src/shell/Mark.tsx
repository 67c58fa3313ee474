// The sign of Runwright: three bars of a timeline.

export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 10h8M12 16h11M9 22h5" />
    </svg>
  );
}
