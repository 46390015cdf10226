/** The adapter of the sessions of oidc-provider. A session ends when the tokens of its owner are revoked. */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { ProviderParts } from '../request/provider-parts.ts'

/** Returns the adapter. Without `sessions`, owners have none. */
export function buildSessionAdapter(base: Adapter, { sessions, revocations }: ProviderParts): Adapter {
  if (!sessions) return base

  async function findOpen(payload: AdapterPayload | undefined): Promise<AdapterPayload | undefined> {
    const { accountId: subject, uid: chain = '', loginTs: startedAt = 0 } = payload ?? {}
    if (subject === undefined) return payload
    return (await revocations.isConsentRevoked({ chain, subject, startedAt })) ? undefined : payload
  }

  return {
    ...base,
    find: async (id) => findOpen((await base.find(id)) || undefined),
    findByUid: async (uid) => findOpen((await base.findByUid(uid)) || undefined),
    async destroy(id) {
      const { accountId, uid } = (await base.find(id)) || {}
      if (accountId !== undefined && uid !== undefined && !(await isReplaced(id, uid)))
        await sessions.remove(accountId, uid)
      await base.destroy(id)
    },
  }

  /** Returns whether a session goes on under another id, which it gets at each sign-in. */
  async function isReplaced(id: string, uid: string): Promise<boolean> {
    const newest = await base.findByUid(uid)
    return !!newest && newest.jti !== id
  }
}
