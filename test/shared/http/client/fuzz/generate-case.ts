/** Generates a response from the seeds, and cuts it into pieces. */
import type { ResponseCase } from './outcome.ts'
import type { Random } from './random.ts'
import { seeds } from './seeds.ts'

const raws = [...seeds.values()].filter((raw) => raw.length < 1_000)
const bytes = [...'\r\n\0\t :;,"\\=+-_.0159aAfFxXgG\x01\x0b\x7f\x80\xe9\xff']
const texts = [
  '\r\n',
  '\r\n\r\n',
  'Content-Length: 5\r\n',
  'Content-Length: 0\r\n',
  'content-length:3\r\n',
  'Transfer-Encoding: chunked\r\n',
  'transfer-encoding: Chunked \r\n',
  'Transfer-Encoding: gzip, chunked\r\n',
  'Connection: close\r\n',
  'Connection: keep-alive\r\n',
  'Connection: upgrade\r\nUpgrade: x\r\n',
  'A: b\r\n',
  ' folded\r\n',
  '0\r\n\r\n',
  '5\r\nhello\r\n',
  ';a=b',
  'HTTP/1.1 103 Early Hints\r\n\r\n',
  'HTTP/1.1 204 No Content\r\n',
  'HTTP/1.0 200 OK\r\n',
]

type Mutation = (raw: string, random: Random) => string

const mutations: readonly Mutation[] = [
  (raw, random) => insert(raw, random, random.pick(bytes)),
  (raw, random) => insert(raw, random, random.pick(texts)),
  (raw, random) => insertAtLine(raw, random, random.pick(texts)),
  (raw, random) => replace(raw, random, 1, random.pick(bytes)),
  (raw, random) => replace(raw, random, 1 + random.below(8), ''),
  (raw, random) => insert(raw, random, slice(raw, random)),
  (raw, random) => raw.slice(0, random.below(raw.length + 1)) + slice(random.pick(raws), random),
  (raw, random) => raw.slice(0, random.below(raw.length + 1)),
]

export function generateCase(random: Random): ResponseCase {
  let raw = random.pick(raws)
  for (let left = random.below(4); left > 0; left -= 1) raw = random.pick(mutations)(raw, random)
  return { method: random.below(6) === 0 ? 'HEAD' : 'GET', pieces: cut(raw, random) }
}

function cut(raw: string, random: Random): string[] {
  if (random.below(8) === 0) return [...raw]
  const pieces: string[] = []
  const longest = 1 + random.below(raw.length + 1)
  for (let at = 0; at < raw.length; ) {
    const end = at + 1 + random.below(longest)
    pieces.push(raw.slice(at, end))
    at = end
  }
  return pieces
}

function insert(raw: string, random: Random, text: string): string {
  const at = random.below(raw.length + 1)
  return raw.slice(0, at) + text + raw.slice(at)
}

function insertAtLine(raw: string, random: Random, text: string): string {
  const lines = raw.split('\n')
  lines.splice(random.below(lines.length), 0, text.slice(0, -1))
  return lines.join('\n')
}

function replace(raw: string, random: Random, length: number, text: string): string {
  const at = random.below(raw.length + 1)
  return raw.slice(0, at) + text + raw.slice(at + length)
}

function slice(raw: string, random: Random): string {
  const at = random.below(raw.length + 1)
  return raw.slice(at, at + 1 + random.below(raw.length + 1))
}
