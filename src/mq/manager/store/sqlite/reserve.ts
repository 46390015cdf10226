/** Manages a file that reserves disk space: released on a full disk for gets, CLEAR and object changes, then remade. */
import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { MessageStoreError } from '../message-store.ts'

/** The size of the reserve in bytes, more than the growth of the log between two checkpoints. */
export const reserveBytes = 4 * 1_048_576
/** Returns the unused bytes that a put needs in the store file when the disk is full. */
export function requiredUnusedBytes(putBytes: number): number {
  return 2 * putBytes + 262_144
}

/** The free bytes below which every failure counts as a full disk: SQLite has several codes for it. */
const nearlyFullBytes = 65_536

/** Creates the file when it is missing or too short and twice its size is free. Returns whether the file exists. */
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

/** Removes the file. Returns whether space was freed. */
export function releaseReserve(file: string): boolean {
  const { size } = statSync(file, { throwIfNoEntry: false }) ?? { size: 0 }
  if (size === 0) return false
  rmSync(file)
  return true
}

/** Runs the work; on a full disk, releases the reserve and runs it again. */
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
