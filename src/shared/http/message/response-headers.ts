/** Checks response headers, determines how a server treats each of them, and renders those that are sent as they are. */
import { cacheBySpelling } from '../../lib/headers/cache-by-spelling.ts'
import { isHeaderValue, isToken } from './header-lines.ts'

/** `own`: the server sets the header itself, and ignores the value of the handler. */
export type HeaderRole = 'ordinary' | 'length' | 'date' | 'transport' | 'own'

const roles: Readonly<Record<string, HeaderRole>> = {
  'content-length': 'length',
  date: 'date',
  'strict-transport-security': 'transport',
  connection: 'own',
  'keep-alive': 'own',
  'transfer-encoding': 'own',
}

/** Returns the role of a header and the start of its line. Throws a `TypeError` for a text that is not one: RFC 9110 section 5.1. */
export const findResponseHeader = cacheBySpelling((name, spelling) => {
  if (!isToken(name)) throw new TypeError(`"${name}" contains a character that is not allowed in header names`)
  const role: HeaderRole = (Object.hasOwn(roles, name) && roles[name]) || 'ordinary'
  return { role, start: `${spelling}: ` }
})

/** Throws a `TypeError` that names a header with a forbidden character in its value: RFC 9110 section 5.5. */
export function checkHeaderValue(name: string, value: string): void {
  if (!isHeaderValue(value))
    throw new TypeError(`the value of the header "${name}" contains a character that is not allowed in headers`)
}

/** The header lines, each after a line end, and which headers that a server adds are among them. */
interface HeaderBlock {
  lines: string
  hasLength: boolean
  isDated: boolean
  hasTransport: boolean
}

/** Valid headers without those of the connection, whose lines are rendered once. Messages share them, and they do not change. */
export class RenderedHeaders {
  /** A flat list of names and values, like `rawHeaders`. */
  readonly list: readonly string[]
  #block: HeaderBlock | undefined

  constructor(list: readonly string[]) {
    this.list = list
  }

  get block(): HeaderBlock {
    this.#block ??= renderBlock(this.list)
    return this.#block
  }
}

function renderBlock(list: readonly string[]): HeaderBlock {
  const lines = ['']
  const found = new Set<HeaderRole>()
  for (let index = 0; index < list.length; index += 2) {
    const { role, start } = findResponseHeader(list[index] as string)
    lines.push(start + list[index + 1])
    found.add(role)
  }
  const [hasLength, isDated, hasTransport] = [found.has('length'), found.has('date'), found.has('transport')]
  return { lines: lines.join('\r\n'), hasLength, isDated, hasTransport }
}
