/** Checks a user name and a password with PAM, whose C functions block and need root: only the helper process imports this. */
import koffi from 'koffi'
import type { PamRequest, PamResult } from './pam-request.ts'

/** Returns the result of a check. Unknown and locked users cost a password hash too, so that time reveals nothing. */
export function checkWithPam({ service, name, password }: PamRequest, hash = hashPassword): PamResult {
  const handles: [Pointer | null] = [null]
  const status: number = pamStart(service, name, { converse: registerConversation(password), data: null }, handles)
  const handle = handles[0]
  if (status !== pamSuccess || handle === null)
    return { outcome: 'failed', reason: `PAM could not start with the service "${service}" (code ${status})` }

  pamSetItem(handle, pamFailDelay, registerNoFailDelay())
  const result = authenticate(handle, name, password, hash)
  pamEnd(handle, pamSuccess)
  return result
}

function authenticate(handle: Pointer, name: string, password: string, hash: (password: string) => string): PamResult {
  const authenticated: number = pamAuthenticate(handle, pamFlags)
  if (authenticated !== pamSuccess) {
    const account = describeAccountWithoutPassword(name)
    if (account) hash(password)
    return describeFailure(handle, authenticated, account)
  }

  const allowed: number = pamAccountManagement(handle, pamFlags)
  return allowed === pamSuccess ? { outcome: 'accepted' } : describeFailure(handle, allowed)
}

/** Returns why no password of an account can be right, or undefined when one can. */
function describeAccountWithoutPassword(name: string): string | undefined {
  if (!hasUser(name)) return 'the user does not exist'
  return /^[!*]/.test(findPasswordHash(name) ?? '') ? 'the account is locked' : undefined
}

function describeFailure(handle: Pointer, code: number, account?: string): PamResult {
  const reason = `${account ?? pamErrorText(handle, code)} (PAM code ${code})`
  return { outcome: pamFailures.has(code) && !account ? 'failed' : 'rejected', reason }
}

/** A pointer of C. */
export type Pointer = bigint

/** Result codes, prompt styles and item types of Linux-PAM: the numbers in `security/_pam_types.h`. */
export const pamSuccess = 0
const pamConversationError = 19
const pamPromptEchoOff = 1 // the prompt for a password
export const pamFailDelay = 10
/** PAM_SILENT and PAM_DISALLOW_NULL_AUTHTOK: modules print nothing, and an account without a password is rejected. */
export const pamFlags = 0x8000 | 0x1

/**
 * The results after which it is unknown whether the password is right: PAM_OPEN_ERR, PAM_SYMBOL_ERR, PAM_SERVICE_ERR,
 * PAM_SYSTEM_ERR, PAM_BUF_ERR, PAM_AUTHINFO_UNAVAIL, PAM_ABORT and PAM_MODULE_UNKNOWN.
 */
export const pamFailures: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 9, 26, 28])

/** The cost of `crypt_gensalt(3)` that means the default of the method. */
const defaultCost = 0

const message = koffi.struct('pam_message', { style: 'int', text: 'str' })
const response = koffi.struct('pam_response', { text: 'void *', code: 'int' })
koffi.struct('pam_conv', { converse: 'void *', data: 'void *' })
const spwd = koffi.struct('spwd', { name: 'str', password: 'str' }) // only the first two members are read
const conversation = koffi.proto('int conversation(int count, void *messages, void *responses, void *data)')
const failDelay = koffi.proto('void failDelay(int code, unsigned int microseconds, void *data)')

const pam = koffi.load('libpam.so.0')
const libc = koffi.load(null)
const libcrypt = koffi.load('libcrypt.so.1')

export const pamStart = pam.func('int pam_start(str service, str user, pam_conv *conv, _Out_ void **handle)')
export const pamSetItem = pam.func('int pam_set_item(void *handle, int item, void *value)')
export const pamAuthenticate = pam.func('int pam_authenticate(void *handle, int flags)')
export const pamAccountManagement = pam.func('int pam_acct_mgmt(void *handle, int flags)')
export const pamEnd = pam.func('int pam_end(void *handle, int status)')
export const pamErrorText = pam.func('str pam_strerror(void *handle, int code)')

const calloc = libc.func('void *calloc(size_t count, size_t size)')
const strdup = libc.func('void *strdup(str text)')
const getpwnam = libc.func('void *getpwnam(str name)')
const getspnam = libc.func('void *getspnam(str name)')
const crypt = libcrypt.func('str crypt(str text, str setting)')
const cryptGenerateSetting = libcrypt.func('str crypt_gensalt(str prefix, ulong count, void *bytes, int size)')

/** Returns whether the password database has a user, in the system's own files or in another source of NSS. */
export function hasUser(name: string): boolean {
  return getpwnam(name) !== null
}

/** Returns the password hash of a user, or undefined when there is none or the process may not read it. */
export function findPasswordHash(name: string): string | undefined {
  const found: Pointer | null = getspnam(name)
  return found === null ? undefined : koffi.decode(found, spwd).password
}

/** Returns the hash of a password with a random salt and the default method of the system, which costs as much as a check. */
export function hashPassword(password: string): string {
  return crypt(password, cryptGenerateSetting(null, defaultCost, null, 0))
}

/** Returns a conversation function (`pam_conv(3)`) that answers the first hidden prompt, with the password, only. */
export function registerConversation(password: string): Pointer {
  let isAnswered = false
  return koffi.register((count: number, messages: Pointer, responses: Pointer) => {
    const answers: Pointer = calloc(count, koffi.sizeof(response)) // PAM frees the responses
    koffi.encode(responses, 'void *', answers)
    for (let index = 0; index < count; index += 1) {
      const { style } = koffi.decode(koffi.decode(messages, index * koffi.sizeof('void *'), 'void *'), message)
      if (style > 2) continue // a text for the user
      if (style !== pamPromptEchoOff || isAnswered) return pamConversationError
      isAnswered = true
      koffi.encode(answers, index * koffi.sizeof(response), response, { text: strdup(password), code: 0 })
    }
    return pamSuccess
  }, koffi.pointer(conversation))
}

/** Returns the pointer of a delay function (`pam_fail_delay(3)`) that does not wait: the server limits failed attempts itself. */
export function registerNoFailDelay(): Pointer {
  return koffi.register(() => {}, koffi.pointer(failDelay))
}
