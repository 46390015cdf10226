/** Prints what a long command is doing, on a terminal only, and erases the text when the work is done. */
export async function showProgress<T>(
  text: string,
  work: Promise<T>,
  terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
): Promise<T> {
  if (!terminal.isTTY) return work
  const timer = setTimeout(() => terminal.write(`${text} ...`), quickMs)
  try {
    return await work
  } finally {
    clearTimeout(timer)
    terminal.write('\r\x1b[K') // erases the line
  }
}

/** The delay before the text is printed. */
const quickMs = 300
