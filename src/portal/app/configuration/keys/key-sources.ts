/** The texts about where the private part of a signing key is. */
import { t } from '../../../../ui/text/t.ts'
import type { ProviderKeysView } from '../../../rest/index.ts'

type Source = ProviderKeysView['source']

/** Completes "ES256, …" in the table of keys. */
export const keySourceTitles: Readonly<Record<Source, string>> = {
  store: t('created by the gateway'),
  file: t('supplied in a file'),
  environment: t('supplied in an environment variable'),
  signer: t('at an external signer'),
}

/** How keys that are not in the store are rotated. */
export const suppliedKeyAdvice: Readonly<Record<Exclude<Source, 'store'>, string>> = {
  file: t('The keys are supplied in files: to rotate them, replace the files. The gateway reads them again by itself.'),
  environment: t('The key is supplied in an environment variable: to rotate it, restart the gateway with another key.'),
  signer: t('The keys are at an external signer: rotate them there.'),
}
