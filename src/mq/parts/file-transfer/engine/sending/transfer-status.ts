/** Builds what a source agent publishes about a transfer. */
import type { TransferState } from '../../contract/file-transfer.ts'
import type { ItemOutcome } from '../types/frame.ts'
import type { ItemStatus, TransferEvent } from '../types/publications.ts'
import type { ItemSpec, TransferRequest } from '../types/request.ts'
import type { ManifestItem } from './manifest.ts'

export type TransferCounts = Readonly<ReturnType<typeof countOutcomes>>

export function countOutcomes(total: number, outcomes: Iterable<ItemOutcome>) {
  let [successes, failures, warnings] = [0, 0, 0]
  for (const { state } of outcomes) {
    if (state === 'failed') failures += 1
    else if (state === 'warning') warnings += 1
    else successes += 1
  }
  return {
    numberOfFiles: total,
    numberOfFileSuccesses: successes,
    numberOfFileFailures: failures,
    numberOfFileWarnings: warnings,
  }
}

const endTexts = {
  successful: 'BFGRP0032I: The file transfer request has successfully completed.',
  partiallySuccessful: 'BFGRP0033I: The file transfer request has completed with partial success.',
  failed: 'BFGRP0034I: The file transfer request has completed with no files being transferred.',
  cancelled: 'BFGRP0036I: The file transfer request was cancelled.',
} as const

/** Returns the state of a transfer with these counts, with its text. `failure` is why no item was transferred. */
export function describeState(
  counts: TransferCounts,
  phase: 'started' | 'running' | 'ended' | 'cancelled',
  failure?: string,
): { readonly state: TransferState; readonly description: string } {
  const { numberOfFileFailures: failures, numberOfFileWarnings: warnings } = counts
  if (phase === 'started') return { state: 'started', description: '' }
  if (failure !== undefined) return { state: 'failed', description: failure }
  if (phase === 'running') {
    const withWarnings = warnings > 0 ? 'inProgressWithWarnings' : 'inProgress'
    return { state: failures > 0 ? 'inProgressWithFailures' : withWarnings, description: '' }
  }
  const moved = counts.numberOfFileSuccesses + warnings
  const ended = failures === 0 ? 'successful' : moved > 0 ? 'partiallySuccessful' : 'failed'
  const state = phase === 'cancelled' ? 'cancelled' : ended
  return { state, description: endTexts[state] }
}

export function buildItemStatus(
  entry: ManifestItem,
  { mode, checksum, source, destination }: ItemSpec,
  outcome?: ItemOutcome,
): ItemStatus {
  const isText = mode === 'text'
  return {
    item: entry.item,
    mode,
    source: {
      type: source.type === 'queue' ? 'queue' : 'file',
      path: entry.source,
      size: entry.size,
      modified: entry.modified,
      encoding: isText ? (source.encoding ?? 'UTF-8') : '',
      disposition: source.disposition,
    },
    destination: {
      type: destination.type === 'queue' ? 'queue' : 'file',
      path: outcome && outcome.target !== '' ? outcome.target : entry.target,
      size: outcome?.size ?? 0,
      modified: outcome?.modified ?? 0,
      encoding: isText ? (destination.encoding ?? 'UTF-8') : '',
      endOfLine: isText ? (destination.endOfLine ?? 'LF') : '',
      actionIfExists: destination.actionIfExists,
    },
    checksum: { method: checksum, value: outcome?.checksum ?? '' },
    state: outcome?.state ?? 'inProgress',
    description: outcome?.description ?? '',
  }
}

export function buildTransferEvent(
  id: string,
  request: TransferRequest,
  rest: Omit<TransferEvent, 'id' | 'sourceAgent' | 'destinationAgent' | 'originator' | 'jobName' | 'metadata'>,
): TransferEvent {
  const { sourceAgent, destinationAgent, originator, jobName, metadata } = request
  return { id, sourceAgent, destinationAgent, originator, jobName, metadata, ...rest }
}
