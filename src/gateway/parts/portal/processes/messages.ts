/** The requests that the portal sends between the processes of the gateway. */
import type { StateStoreLocation } from '../../../../shared/storage/index.ts'
import type { ApiDescription } from '../../../config/types/index.ts'
import type { CatalogsInUse } from '../../../runtime/documents/serialized-config.ts'
import type { Packed } from '../../../runtime/rpc/packed.ts'
import { buildPartRequest, type SendPartRequest } from '../../../runtime/rpc/part-requests.ts'
import type { DeadlinesMs, RequestMessage } from '../../../runtime/rpc/rpc-channel.ts'
import type { RunInThread } from '../../../runtime/threads/open-document-thread.ts'
import type { DocumentRequest, DocumentResult } from '../context/document-request.ts'
import type { LiveCounters, SignInTestRequest, SignInTestView } from '../rest/index.ts'
import type { DocumentTask, TextChange, TextComparison } from './thread-tasks.ts'

export const portalName = 'portal'

export interface PortalToPrimary {
  /** List, check or change documents, for owners at the portal. */
  documents: RequestMessage<{ request: DocumentRequest }, DocumentResult | Packed<DocumentResult>>
  /** Return the description of an API from its document. */
  describe: RequestMessage<{ file: string }, Packed<ApiDescription | undefined>>
  /** Return the OpenAPI document of an API without its internal members. */
  openapi: RequestMessage<{ file: string }, Packed<Record<string, unknown> | undefined>>
  /** Return the counters of each worker for a catalog. */
  live: RequestMessage<{ catalog: string }, Packed<LiveCounters>[]>
}

/** The limit for loading documents: thousands of them take seconds, and a change loads them twice. */
const loadMs = 120_000

const primaryDeadlines: DeadlinesMs<PortalToPrimary> = {
  documents: loadMs,
  describe: loadMs,
  openapi: loadMs,
  live: 10_000,
}

/** Returns a function that sends requests of the portal from a worker to the primary. */
export function buildRequestPrimary(send: SendPartRequest) {
  return buildPartRequest<PortalToPrimary>(portalName, primaryDeadlines, send)
}

export interface PortalToWorker {
  /** Return the counters of this worker for a catalog. */
  live: RequestMessage<{ catalog: string }, Packed<LiveCounters>>
}

/** The milliseconds after which a worker that does not respond is missing in the counters. */
export const liveDeadlineMs = 5_000

export interface PortalToThread {
  /** Read the description of an API from its document. */
  describe: RequestMessage<DescribeRequest, Packed<ApiDescription | undefined>>
  /** Read an OpenAPI document without its internal members. */
  openapi: RequestMessage<DescribeRequest, Packed<Record<string, unknown> | undefined>>
  /** List or read documents, find and rename references, or make API documents from OpenAPI files. */
  documents: RequestMessage<
    DocumentFolder & { task: DocumentTask; catalogs?: CatalogsInUse | undefined },
    Packed<DocumentResult>
  >
  /** Return the patch of changed texts, their references, and why they may not be saved. */
  compare: RequestMessage<DocumentFolder & { changes: readonly TextChange[] }, TextComparison>
  /** Sign a user in at a registry whose document may not be saved yet. */
  testSignIn: RequestMessage<SignInTest, SignInTestView>
}

const threadDeadlines: DeadlinesMs<PortalToThread> = {
  describe: 60_000,
  openapi: 60_000,
  documents: 60_000,
  compare: 30_000,
  testSignIn: loadMs,
}

/** Returns a function that runs tasks of the portal in a document thread. */
export function buildRunTask(run: RunInThread) {
  return buildPartRequest<PortalToThread>(portalName, threadDeadlines, (request, deadlineMs) =>
    run('part', request, deadlineMs),
  )
}

/** The folder of the documents and the environment variables that documents may refer to. */
export type DocumentFolder = { folder: string; environment: Record<string, string | undefined> }

/** The document of an API by its path, relative to the folder. */
export interface DescribeRequest extends DocumentFolder {
  file: string
}

/** A sign-in to test, and the store of the gateway, for registries whose users are there. */
export interface SignInTest extends DocumentFolder, SignInTestRequest {
  store: StateStoreLocation
}
