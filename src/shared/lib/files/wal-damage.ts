/**
 * Finds damage in a write-ahead log of SQLite, before SQLite opens it: SQLite takes the first frame whose checksum is
 * wrong for the end of the log, and drops everything behind it without an error.
 *
 * https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */
import { readFileSync } from 'node:fs'

const headerBytes = 32
const frameHeaderBytes = 24
/** The lowest bit is set when checksums are over big-endian words. */
const magic = 0x377f0682

/**
 * Returns a text that names the log of a database, its first damaged frame and what to do; undefined when there
 * is no damage, or no log. Throws the error of the file system when the log cannot be read.
 *
 * A transaction is synced before the next one is written. A wrong frame is therefore damage when a valid frame of
 * a later transaction follows it. A wrong frame of the last transaction may be a write that a power cut
 * interrupted; nothing of it was acknowledged, and SQLite drops it rightly.
 */
export function findWalDamage(database: string): string | undefined {
  const file = `${database}-wal`
  const log = read(file)
  if (!log || log.length < headerBytes + frameHeaderBytes) return undefined
  if (!isHeaderSound(log)) {
    return `${file}: the header of the log is damaged; restore the database and its log from a backup`
  }
  const bad = findBadFrame(log)
  if (!bad) return undefined
  return (
    `${file}: frame ${bad.frame} of the log is damaged, and committed changes behind it would be lost; restore the database ` +
    `and its log from a backup, or keep what was committed before: truncate -s ${bad.soundBytes} ${file}`
  )
}

/** The first frame of a damaged transaction, and the bytes of the log before this transaction. */
function findBadFrame(log: Buffer): { frame: number; soundBytes: number } | undefined {
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  const isBigEndian = (log.readUInt32BE(0) & 1) === 1
  let before: Sum = [log.readUInt32BE(24), log.readUInt32BE(28)]
  let soundBytes = headerBytes
  let bad: number | undefined
  let isCommittedSince = false
  let wasCommit = false
  let repaired: Sum | undefined

  for (let at = headerBytes, frame = 1; at + frameBytes <= log.length; at += frameBytes, frame++) {
    const stored: Sum = [log.readUInt32BE(at + 16), log.readUInt32BE(at + 20)]
    const isCurrent = salts.equals(log.subarray(at + 8, at + 16))
    const isCommit = log.readUInt32BE(at + 4) > 0
    const sum = (from: Sum) => {
      const head = checksum(log.subarray(at, at + 8), from, isBigEndian)
      return checksum(log.subarray(at + frameHeaderBytes, at + frameBytes), head, isBigEndian)
    }
    const found = sum(before)
    // After a frame whose stored checksum is damaged, the chain continues from the computed checksum.
    const isSound = isCurrent && (isSame(found, stored) || (repaired !== undefined && isSame(sum(repaired), stored)))

    if (!isSound) bad ??= frame
    else if (bad !== undefined && (isCommittedSince || wasCommit)) return { frame: bad, soundBytes }
    if (bad === undefined && isCommit) soundBytes = at + frameBytes
    if (bad !== undefined && isCurrent && isCommit) isCommittedSince = true
    // A sound frame continues the checksum of the one before, which proves that this one belongs to the same run of the
    // log.
    before = stored
    repaired = isSound ? undefined : found
    wasCommit = isCommit
  }
  return undefined
}

function isSame(a: Sum, b: Sum): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

function isHeaderSound(log: Buffer): boolean {
  const word = log.readUInt32BE(0)
  if ((word & ~1) !== magic) return false
  const [s0, s1] = checksum(log.subarray(0, 24), [0, 0], (word & 1) === 1)
  return s0 === log.readUInt32BE(24) && s1 === log.readUInt32BE(28)
}

type Sum = readonly [number, number]

/** The checksum of SQLite's log, continued from the one before; the length is a multiple of 8. */
function checksum(bytes: Buffer, [from0, from1]: Sum, isBigEndian: boolean): Sum {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let s0 = from0
  let s1 = from1
  for (let at = 0; at < bytes.length; at += 8) {
    s0 = (s0 + view.getUint32(at, !isBigEndian) + s1) >>> 0
    s1 = (s1 + view.getUint32(at + 4, !isBigEndian) + s0) >>> 0
  }
  return [s0, s1]
}

function read(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return undefined
  }
}
