/** What commands may ask a gateway that runs, and what they are answered. */
import type { Explanation } from '../lib/explanation.ts'
import type { Candidate } from './loader.ts'
import type { Inspection } from './tokens/inspect.ts'

/** The name of the socket in the data folder. */
export const controlName = 'gateway.sock'

/** By name: what is asked, and the answer as it comes out of JSON. */
export interface Questions {
  /** What the documents of a folder would change; without one, of the folder that the gateway follows. */
  plan: { asked: { folder?: string }; answer: Plan }
  /** What an access token is worth. */
  token: { asked: { token: string }; answer: Inspection }
  /** Where tokens are to be had. */
  providers: { asked: object; answer: TokenEndpoint[] }
  /** Why a call was refused; null when no worker remembers such a refusal. */
  why: { asked: { requestId: string }; answer: Explanation | null }
}

export type QuestionName = keyof Questions

/** The token endpoint of a provider, at the address where the gateway listens. */
export interface TokenEndpoint {
  provider: string
  catalog: string
  url: string
  scopes: string[]
}

export interface Plan extends Omit<Candidate, 'config' | 'isLarge'> {
  /** The folder that was looked at. */
  folder: string
  /** The revision in use. */
  inUse: string
}

/** Answers each of the questions. */
export type Answers = {
  [Name in QuestionName]: (asked: Questions[Name]['asked']) => Promise<Questions[Name]['answer']>
}

/** Finds what answers a question that came in; throws when there is no such question. */
export function answerWith(answers: Answers): (question: unknown) => Promise<unknown> {
  return async (question) => {
    const { ask, ...asked } = (question ?? {}) as { ask?: unknown }
    if (typeof ask !== 'string' || !Object.hasOwn(answers, ask))
      throw new Error(`this gateway does not know the question "${ask}": it may be of another version`)
    return answers[ask as QuestionName](asked as never)
  }
}
