/** HTTP methods and status codes in their colours: with the looks of Carbon's tags, without their code, because lists have thousands. */

const colours: Readonly<Record<string, string>> = {
  GET: 'blue',
  POST: 'green',
  PUT: 'purple',
  PATCH: 'purple',
  DELETE: 'red',
  2: 'green',
  3: 'blue',
  4: 'magenta',
  5: 'red',
}

export function MethodTag({ method }: { method: string }) {
  return <ColouredTag colour={colours[method]} text={method} />
}

/** `text` is the name of the status. A status that is no number is grey. */
export function StatusTag({ status, text = '' }: { status: number | string; text?: string }) {
  return <ColouredTag colour={colours[String(status).charAt(0)]} text={`${status} ${text}`.trim()} />
}

function ColouredTag({ colour = 'gray', text }: { colour: string | undefined; text: string }) {
  return (
    <span className={`cds--tag cds--tag--${colour} cds--layout--size-sm`}>
      <span className="cds--tag__label">{text}</span>
    </span>
  )
}
