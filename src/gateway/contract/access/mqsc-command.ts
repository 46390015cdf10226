/** Reads what an MQSC command does. It accepts less than queue managers do, so that no text has two meanings. */

export interface MqscSubject {
  verb: string
  object: string
  /** Undefined for an object without a name, as in `DISPLAY QMGR`. */
  name: string | undefined
}

const verbs: Readonly<Record<string, string>> = {
  ALT: 'ALTER',
  DEF: 'DEFINE',
  DIS: 'DISPLAY',
  REF: 'REFRESH',
  RES: 'RESOLVE',
  STA: 'START',
}

const objects: Readonly<Record<string, string>> = {
  CHL: 'CHANNEL',
  CHS: 'CHSTATUS',
  NL: 'NAMELIST',
  PRO: 'PROCESS',
  Q: 'QUEUE',
  QA: 'QALIAS',
  QC: 'QCLUSTER',
  QL: 'QLOCAL',
  QM: 'QMODEL',
  QR: 'QREMOTE',
  QS: 'QSTATUS',
}

const command =
  /^([A-Z]{2,16})[ \t]+([A-Z]{1,16})(?:[ \t]*\([ \t]*(?:'([^'()\0-\x1f]{1,100})'|([^\s'"(),;]{1,100}))[ \t]*\))?(?=[ \t]|$)([^\n\r]*)$/i
const word = /^[A-Z]{1,16}$/i
const maxLength = 32_768

/**
 * Returns the subject of a command in text form; undefined for text that the reader does not accept: one of several
 * lines, with a comment, or with characters after the name that can begin another command. A name in quotes keeps its
 * case.
 */
export function readMqscText(text: string): MqscSubject | undefined {
  if (text.length > maxLength) return undefined
  const [, verb = '', object = '', quoted, bare, rest = ''] = command.exec(text.trim()) ?? []
  const name = quoted ?? bare?.toUpperCase()
  if (verb === '' || /[;\0-\x08\x0a-\x1f]/.test(rest) || /^[ \t]*\(/.test(rest)) return undefined
  return subject(verb, object, name)
}

/** Returns the subject of a command in JSON form; undefined when a member is no word. */
export function readMqscWords(verb: string, object: string, name: string | undefined): MqscSubject | undefined {
  return word.test(verb) && word.test(object) ? subject(verb, object, name) : undefined
}

function subject(verb: string, object: string, name: string | undefined): MqscSubject {
  const [first, second] = [verb.toUpperCase(), object.toUpperCase()]
  return { verb: verbs[first] ?? first, object: objects[second] ?? second, name }
}

/** Returns the subject as a queue manager writes it. */
export function renderMqscSubject({ verb, object, name }: MqscSubject): string {
  return name === undefined ? `${verb} ${object}` : `${verb} ${object}(${name})`
}
