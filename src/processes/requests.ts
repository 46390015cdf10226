/** What a worker may ask of the primary, which does for all of them what only one may do. */
import type { ApiDescription } from '../config/types.ts'
import type { Explanation } from '../lib/explanation.ts'
import type { ApplicationEdit, EditAnswer } from '../portal/index.ts'

/** By name: what is handed over, and the answer. */
export interface Requests {
  /** Changes the document of an application; answered when every worker has it in use. */
  edit: { given: { edit: ApplicationEdit }; answer: EditAnswer }
  /** What the document of an API says to people. */
  describe: { given: { file: string }; answer: ApiDescription | undefined }
  /** Why a call was refused, whichever worker did it. */
  why: { given: { requestId: string }; answer: Explanation | undefined }
}

type RequestName = keyof Requests
export type Request = { [Name in RequestName]: { ask: Name } & Requests[Name]['given'] }[RequestName]

/** Settles with the answer; rejects when the primary cannot give one, or takes too long. */
export type Ask = <Name extends RequestName>(
  request: Request & { ask: Name },
) => Promise<Requests[Name]['answer']>

export type RequestAnswers = {
  [Name in RequestName]: (given: Requests[Name]['given']) => Promise<Requests[Name]['answer']>
}

export type Asking = { kind: 'ask'; number: number; request: Request }
export type Answered =
  | { kind: 'answer'; number: number; answer: unknown }
  | { kind: 'decline'; number: number; reason: string }

/** One edit loads the documents twice, and a process that reads thousands for the first time takes seconds. */
const longestMs = 120_000

/** The worker's end. */
export function openRequests(say: (message: Asking) => void): { ask: Ask; hear(message: Answered): void } {
  const open = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0

  return {
    ask: ask as Ask,

    hear(message) {
      const settled = take(message.number)
      if (message.kind === 'answer') settled?.resolve(message.answer)
      else settled?.reject(new Error(message.reason))
    },
  }

  function ask(request: Request): Promise<unknown> {
    asked += 1
    const number = asked
    const settled = Promise.withResolvers<unknown>()
    open.set(number, settled)
    const late = setTimeout(
      () => take(number)?.reject(new Error(`the primary did not answer within ${longestMs / 1000} s`)),
      longestMs,
    ).unref()
    settled.promise.finally(() => clearTimeout(late)).catch(() => {})
    say({ kind: 'ask', number, request })
    return settled.promise
  }

  function take(number: number): PromiseWithResolvers<unknown> | undefined {
    const settled = open.get(number)
    open.delete(number)
    return settled
  }
}

/** The primary's end: what a request is answered with. */
export async function answerRequest(
  { number, request }: Asking,
  answers: Promise<RequestAnswers>,
): Promise<Answered> {
  try {
    const answer = (await answers)[request.ask] as (given: Request) => Promise<unknown>
    return { kind: 'answer', number, answer: await answer(request) }
  } catch (error) {
    return { kind: 'decline', number, reason: (error as Error).message }
  }
}
