/**
 * An LDAP directory in the process of the test: binds and searches over a few entries, with the requests that it received. It takes
 * milliseconds; `ldap.test.ts` runs the same registry against OpenLDAP.
 */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { BerReader, BerWriter, ProtocolOperation } from 'ldapts'
import type { Pair } from '../../../../_support/certificates.ts'
import { type Attributes, readLdapFilter } from './_ldap-filter.ts'

export interface DirectoryEntry {
  readonly dn: string
  readonly password?: string
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

export interface TestDirectoryOptions {
  readonly entries: readonly DirectoryEntry[]
  /** The names that may search: distinguished names, and the empty text for connections without a bind. */
  readonly readers: readonly string[]
  /** Returns the result code of searches that fail. */
  readonly failSearch?: () => number
  /** Serves TLS. */
  readonly pair?: Pair
}

export interface TestDirectory {
  readonly port: number
  /** The requests, such as `bind cn=admin` and `sub dc=example (uid=alice) uid`. */
  readonly requests: string[]
  close(): void
}

const resultCodes = { success: 0, noSuchObject: 32, invalidCredentials: 49 } as const

export async function openTestDirectory({ pair, ...options }: TestDirectoryOptions): Promise<TestDirectory> {
  const requests: string[] = []
  const serve = (socket: Socket) => serveConnection(socket, requests, options)
  const server = pair ? createTlsServer(pair, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, requests, close: () => void server.close() }
}

function serveConnection(
  socket: Socket,
  requests: string[],
  { entries, readers, failSearch }: Omit<TestDirectoryOptions, 'pair'>,
): void {
  let boundAs = ''
  socket.on('error', () => {})
  socket.on('data', (data) => {
    const reader = new BerReader(data) // a request of a test fits in one packet
    reader.readSequence()
    const messageId = reader.readInt() ?? 0
    const operation = reader.readSequence()
    if (operation === ProtocolOperation.LDAP_REQ_UNBIND) return socket.end()
    if (operation === ProtocolOperation.LDAP_REQ_BIND) return bind(reader, messageId)
    if (operation === ProtocolOperation.LDAP_REQ_SEARCH) return search(reader, messageId)
    requests.push(`operation ${operation}`)
    socket.destroy()
  })

  function bind(reader: BerReader, messageId: number): void {
    reader.readInt() // the version
    const [dn, password] = [reader.readString() ?? '', reader.readString(0x80)]
    requests.push(`bind ${dn}`)
    const isRight = dn === '' || entries.some((each) => each.dn === dn && each.password === password)
    boundAs = isRight ? dn : ''
    const code = isRight ? resultCodes.success : resultCodes.invalidCredentials
    socket.write(renderResult(messageId, ProtocolOperation.LDAP_RES_BIND, code))
  }

  function search(reader: BerReader, messageId: number): void {
    const base = reader.readString() ?? ''
    const isBaseOnly = reader.readEnumeration() === 0
    reader.readEnumeration() // how aliases are resolved
    for (const _ of ['size limit', 'time limit']) reader.readInt()
    reader.readBoolean() // whether only the names of attributes are returned
    const filter = readLdapFilter(reader)
    const wanted = readTexts(reader)

    requests.push(`${isBaseOnly ? 'base' : 'sub'} ${base} ${filter.text} ${wanted}`)
    const inScope = entries.filter(({ dn }) => (isBaseOnly ? dn === base : dn.endsWith(base)))
    const isMissing = isBaseOnly && inScope.length === 0
    const code = failSearch?.() ?? (isMissing ? resultCodes.noSuchObject : resultCodes.success)
    if (code === resultCodes.success && readers.includes(boundAs)) {
      const found = inScope.filter(({ attributes }) => filter.matches(withLowerCaseNames(attributes)))
      for (const each of found) socket.write(renderEntry(messageId, each, wanted))
    }
    socket.write(renderResult(messageId, ProtocolOperation.LDAP_RES_SEARCH, code))
  }
}

function readTexts(reader: BerReader): string[] {
  reader.readSequence()
  const end = reader.offset + reader.length
  const texts: string[] = []
  while (reader.offset < end) texts.push(reader.readString() ?? '')
  return texts
}

function withLowerCaseNames(attributes: DirectoryEntry['attributes']): Attributes {
  const objectClass = ['objectclass', ['top']] as const // every entry has one
  return new Map([
    objectClass,
    ...Object.entries(attributes).map(([name, values]) => [name.toLowerCase(), values] as const),
  ])
}

/** Returns the entry with the wanted attributes. Their names have the case of the entry. */
function renderEntry(messageId: number, { dn, attributes }: DirectoryEntry, wanted: string[]): Buffer {
  const names = wanted.map((name) => name.toLowerCase())
  return render(messageId, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writer.writeString(dn)
    writer.startSequence()
    for (const [name, values] of Object.entries(attributes)) {
      if (!names.includes(name.toLowerCase())) continue
      writer.startSequence()
      writer.writeString(name)
      writer.startSequence(0x31) // a set
      writer.writeStringArray([...values])
      writer.endSequence()
      writer.endSequence()
    }
    writer.endSequence()
  })
}

function renderResult(messageId: number, operation: number, code: number): Buffer {
  return render(messageId, operation, (writer) => {
    writer.writeEnumeration(code)
    writer.writeString('') // the matched name
    writer.writeString('') // the error text
  })
}

function render(messageId: number, operation: number, write: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(messageId)
  writer.startSequence(operation)
  write(writer)
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}
