/** The numbers of a history as a file (RFC 4180), in the units of the bridge. */
const HEAD = ['time', 'quantity', 'unit', 'mean', 'low', 'high'];

const field = (value) => {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function csv(history) {
  const rows = history.points.map(([time, mean, low, high]) => [
    new Date(time * 1000).toISOString(),
    history.quantity,
    history.unit,
    mean,
    low,
    high,
  ]);
  return [HEAD, ...rows].map((row) => row.map(field).join(',')).join('\r\n') + '\r\n';
}

export function offer(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
