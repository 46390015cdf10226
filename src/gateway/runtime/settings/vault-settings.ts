/** The settings of the vault from which `$vault{}` reads: HashiCorp Vault or OpenBao. */
import {
  parseChoice,
  parseWholeNumber,
  readSecret,
  SettingError,
} from '../../../shared/process/settings/parse-setting.ts'
import { openSettingText } from '../../../shared/process/settings/setting-variables.ts'

export interface VaultSettings {
  url: URL
  auth: 'token' | 'approle' | 'kubernetes'
  role: string
  authPath: string
  jwtFile: string
  namespace: string
  caFile: string
  refreshMs: number
  /** Returns the token or the secret id, which its file may have changed. Throws `SettingError`. */
  readCredential(): string
}

/** Reads the settings from the environment of documents. Returns undefined without a vault. Throws `SettingError`. */
export function readVaultSettings(
  environment: Readonly<Record<string, string | undefined>>,
): VaultSettings | undefined {
  const text = openSettingText(environment)
  const address = text('SLUICE_VAULT_ADDR')
  if (address === '') return undefined
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '')
    throw new SettingError(
      `SLUICE_VAULT_ADDR must be a URL such as https://vault.example.com:8200 - found "${address}"`,
    )
  const auth = parseChoice(text, 'SLUICE_VAULT_AUTH', ['token', 'approle', 'kubernetes'])
  const role = text('SLUICE_VAULT_ROLE')
  const secretName = auth === 'approle' ? 'SLUICE_VAULT_SECRET_ID' : 'SLUICE_VAULT_TOKEN'
  const readCredential = () => readSecret(secretName, text)
  if (auth !== 'token' && role === '') throw new SettingError(`SLUICE_VAULT_AUTH=${auth} needs SLUICE_VAULT_ROLE`)
  if (auth !== 'kubernetes' && readCredential() === '')
    throw new SettingError(`SLUICE_VAULT_AUTH=${auth} needs ${secretName} or ${secretName}_FILE`)
  return {
    url,
    auth: auth as VaultSettings['auth'],
    role,
    authPath: text('SLUICE_VAULT_AUTH_PATH') || auth,
    jwtFile: text('SLUICE_VAULT_JWT_FILE'),
    namespace: text('SLUICE_VAULT_NAMESPACE'),
    caFile: text('SLUICE_VAULT_CA'),
    refreshMs: 1_000 * parseWholeNumber(text, 'SLUICE_VAULT_REFRESH_SECONDS', 1, 86_400),
    readCredential,
  }
}
