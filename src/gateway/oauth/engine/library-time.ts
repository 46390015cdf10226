/**
 * Times of oidc-provider, in seconds of the clock of this machine, and times of the store, in milliseconds of its
 * clock, which all nodes share. Records hold times of the store only: the clock of the machine that reads them may
 * be minutes behind or ahead.
 */
import type { Clock } from '../../../shared/lib/time/clock.ts'

/** Returns a time of the store as oidc-provider compares it. */
export function toLibrarySeconds(storeMs: number, clock: Clock): number {
  return Math.floor((storeMs - clock() + Date.now()) / 1000)
}

/** Returns a time at which something was issued, which is never in the future: oidc-provider refuses what is. */
export function toPastLibrarySeconds(storeMs: number, clock: Clock): number {
  return Math.min(toLibrarySeconds(storeMs, clock), Math.floor(Date.now() / 1000))
}

/** Returns a time of oidc-provider as seconds of the store. */
export function toStoreSeconds(librarySeconds: number, clock: Clock): number {
  return Math.round(librarySeconds + (clock() - Date.now()) / 1000)
}
