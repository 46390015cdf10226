/** The calls of programs, and what each takes. */
import type {
  Connection,
  Destination,
  InputSharing,
  Message,
  MessageContext,
  MessageSelection,
  NewMessage,
  ProgramCredentials,
  Publication,
  PutResult,
  SubscribeOptions,
  Subscription,
} from '../../manager/index.ts'

/** The credentials of a user, or the owner of the data folder. */
export type ProgramUser = ProgramCredentials | 'operator'
type GetSelection = MessageSelection & { waitMs?: number }

export interface ProgramCalls extends Pick<Connection, 'list' | 'command' | 'commandJson' | 'createDynamicQueue'> {
  /** Connects to a queue manager, or to the default one. `operator` stands for the owner of the data folder. */
  connect(manager: string | undefined, application: string, user?: ProgramUser): Promise<{ manager: string }>
  maxMessageLength(queue?: string): Promise<ReturnType<Connection['maxMessageLength']>>
  /** Puts a message, in the unit of work if one has begun. A `context` replaces that of the put. */
  put(target: Destination, message: NewMessage, context?: MessageContext): Promise<PutResult>
  publish(topicString: string, message: Publication): Promise<void>
  /** Gets the message that `browseNext` returned last, in the unit of work if one has begun; undefined when it is gone. */
  getBrowsed(queue: string): Promise<Message | undefined>
  /** Gets a message, in the unit of work if one has begun. */
  get(queue: string, options?: GetSelection): Promise<Message | undefined>
  /** Opens a queue for input, in place of the one that was open before. */
  openInput(queue: string, sharing?: InputSharing): Promise<void>
  /** Closes the queue that is open for input. Does nothing when none is. */
  closeInput(): Promise<void>
  /** Gets a message of the queue that is open for input, in the unit of work if one has begun. */
  getNext(options?: GetSelection): Promise<Message | undefined>
  begin(): Promise<void>
  /** Ends the unit of work. Does nothing when none has begun. */
  commit(): Promise<void>
  backout(): Promise<void>
  /** Opens a queue for browsing from its first message, in place of the one that was browsed before. */
  browse(queue: string): Promise<void>
  /** Returns the next message of the browsed queue, or undefined at its end. */
  browseNext(): Promise<Message | undefined>
  /**
   * Resolves with true when a message arrives on the browsed queue or the connection ends, and with false after the
   * timeout. Without one, it waits for 24 days at most.
   */
  waitForArrival(timeoutMs?: number): Promise<boolean>
  subscribe(options: Pick<SubscribeOptions, 'topicString'>): Promise<Pick<Subscription, 'name' | 'queue'>>
  /** Gets a message of the subscription that was made last. */
  getPublication(options?: GetSelection): Promise<Message | undefined>
}

/** The kind of a value, words and members of which one fits, or the members of an object. */
type Shape = Kind | readonly (string | Members)[] | Members
type Kind = 'string' | 'number' | 'boolean' | 'scalar' | 'bytes' | 'object'
/** The members by their names. One whose name ends in `?` may be absent, and `*` stands for any name. */
type Members = { readonly [Member in string]: Shape }

const ids = { 'messageId?': 'bytes', 'correlationId?': 'bytes' } as const
const selection = { ...ids, 'waitMs?': 'number' } as const
const destination = { queue: 'string', 'queueManager?': 'string' } as const
const propertyTypes = ['boolean', 'byte', 'short', 'integer', 'long', 'float', 'double', 'string'] as const
const credentials = { user: 'string', password: 'string' } as const
const command = { command: 'string', qualifier: 'string' } as const
const message = {
  ...ids,
  body: 'bytes',
  format: 'string',
  'persistence?': ['persistent', 'nonPersistent', 'asQueueDefault'],
  'priority?': 'number',
  'expiry?': 'number',
  'replyTo?': destination,
  'group?': { id: 'string', sequence: 'number', 'isLast?': 'boolean' },
  'properties?': { '*': { type: propertyTypes, value: 'scalar' } },
  'amqp?': 'string',
  'ccsid?': 'number',
} as const

/** The arguments of each call by their names, in their order. */
const callArguments: { readonly [Call in keyof ProgramCalls]: Members } = {
  connect: { 'manager?': 'string', application: 'string', 'credentials?': ['operator', credentials] },
  list: { queue: 'string', options: { ...ids, limit: 'number' } },
  command: { text: 'string' },
  commandJson: {
    command: { ...command, 'name?': 'string', 'parameters?': 'object', 'responseParameters?': { '*': 'string' } },
  },
  createDynamicQueue: { model: 'string', 'name?': 'string' },
  maxMessageLength: { 'queue?': 'string' },
  put: { target: destination, message, 'context?': { putAt: 'number', userId: 'string', applicationName: 'string' } },
  publish: { topicString: 'string', message: { ...message, 'retain?': 'boolean' } },
  getBrowsed: { queue: 'string' },
  get: { queue: 'string', 'options?': selection },
  openInput: { queue: 'string', 'sharing?': ['asQueueDefault', 'shared', 'exclusive'] },
  closeInput: {},
  getNext: { 'options?': selection },
  begin: {},
  commit: {},
  backout: {},
  browse: { queue: 'string' },
  browseNext: {},
  waitForArrival: { 'timeoutMs?': 'number' },
  subscribe: { options: { topicString: 'string' } },
  getPublication: { 'options?': selection },
}

export const programCallNames = Object.keys(callArguments) as (keyof ProgramCalls)[]

/** Returns a call that a program has sent. Throws for an unknown one, and for arguments that it does not take. */
export function parseCall(request: unknown): { name: keyof ProgramCalls; args: readonly unknown[] } {
  const { call, args } = (request ?? {}) as { call?: unknown; args?: unknown }
  const name = programCallNames.find((each) => each === call)
  if (!name || !Array.isArray(args)) throw new Error(`there is no call "${String(call).slice(0, 100)}"`)
  const names = Object.keys(callArguments[name])
  // JSON has no undefined: an argument that is left out arrives as null.
  const given = args.map((each) => each ?? undefined)
  const named = given.map((each, index) => [names[index]?.replace('?', '') ?? `argument ${index + 1}`, each])
  checkMembers(Object.fromEntries(named.filter(([, each]) => each !== undefined)), callArguments[name], name)
  return { name, args: given }
}

function checkMembers(value: object, members: Members, at: string): void {
  const missing = Object.keys(members).find((name) => /\w$/.test(name) && !Object.hasOwn(value, name))
  if (missing !== undefined) throw new Error(`${at}.${missing} is missing`)
  for (const [name, each] of Object.entries(value)) {
    const shape = [name, `${name}?`, '*'].map((key) => Object.hasOwn(members, key) && members[key]).find(Boolean)
    if (!shape) throw new Error(`${at} takes ${Object.keys(members).join(', ') || 'nothing'}, found ${name}`)
    checkShape(each, shape, `${at}.${name}`)
  }
}

function checkShape(value: unknown, shape: Shape, at: string): void {
  const kind = Buffer.isBuffer(value) ? 'bytes' : value === null ? 'null' : typeof value
  const alternatives: readonly (string | Members)[] = isList(shape) ? shape : [shape]
  for (const each of alternatives) {
    const hasMembers = typeof each === 'object' && kind === 'object'
    if (hasMembers) checkMembers(value as object, each, at)
    if (hasMembers || each === (isList(shape) ? value : kind) || (each === 'scalar' && scalars.has(kind))) return
  }
  const accepted = alternatives.map((each) => (typeof each === 'object' ? 'object' : each))
  throw new Error(`${at} must be ${accepted.join(' or ')}, found ${kind}`)
}

const scalars = new Set(['string', 'number', 'boolean', 'bigint'])

function isList(shape: Shape): shape is readonly (string | Members)[] {
  return Array.isArray(shape)
}
