/** `sluice hash`: the hash of a secret, to be put into a document or into what a document refers to. */
import { defineCommand, jsonOption } from '../../../shared/cli/common/command.ts'

export const hashCommand = defineCommand({
  name: 'hash',
  summary: 'print the Argon2id hash of a secret that is typed or piped in',
  options: { json: jsonOption },

  async run({ options: { json }, write }) {
    const [{ hashSecret }, { readPassword }] = await Promise.all([
      import('../../../shared/security/secret-hash.ts'),
      import('../../../shared/cli/common/read-password.ts'),
    ])
    const made = await hashSecret(await readPassword('Secret', { isNew: true }))
    write(json ? `${JSON.stringify({ hash: made })}\n` : `${made}\n`)
    return 0
  },
})
