/**
 * A file that only holds disk space, so that messages can be taken when the disk is full: the space is released for gets,
 * CLEAR and changes of objects, and the file is made again when there is room.
 */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

import { MessageStoreError } from '../message-store.ts'

/** More than the log grows between two checkpoints. */
export const reserveBytes = 4 * 1_048_576
/** Bytes that must be unused in the file of a store for a put of so many bytes, when the disk has none to spare. */
export function requiredUnusedBytes(putBytes: number): number {
  return 2 * putBytes + 262_144
}

/** With less free space than this, any failure is taken for a full disk: SQLite has several codes for it. */
const nearlyFullBytes = 65_536

/** Makes the file when it is missing or short and there is twice the room for it. False when it is not there then. */
export function establishReserve(file: string): boolean {
  try {
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= reserveBytes) return true
    if (freeBytes(dirname(file)) < 2 * reserveBytes) return false
    const handle = openSync(file, 'w', 0o600)
    try {
      const zeros = Buffer.alloc(reserveBytes)
      for (let written = 0; written < reserveBytes; ) written += writeSync(handle, zeros, written)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    return true
  } catch {
    releaseReserve(file) // the next checkpoint tries again
    return false
  }
}

/** True when the file was there and its space is free now. */
export function releaseReserve(file: string): boolean {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size === 0) return false
  rmSync(file, { force: true })
  return true
}

/** Does the work; once more with the reserve released when there was no room for it. */
export function runWithReserve<T>(file: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (file === undefined || !isFull(file, error) || !releaseReserve(file)) throw error
    return work()
  }
}

function isFull(file: string, error: unknown): boolean {
  if (!(error instanceof MessageStoreError) || error.kind === 'full') return true
  return error.kind === 'failed' && freeBytes(dirname(file)) < nearlyFullBytes
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
