/** The settings of e-mail: the SMTP server, its password, and the sender. */
import { readSecret, SettingError } from '../../../shared/process/settings/parse-setting.ts'
import type { SettingText } from '../../../shared/process/settings/setting-variables.ts'

export interface MailSettings {
  /** `smtp://` or `smtps://`, with the user name and the password. */
  url: string
  /** The sender: `Acme <noreply@acme.example>`. */
  from: string
}

/** Returns undefined without an SMTP server. Throws `SettingError`. */
export function readMailSettings(text: SettingText): MailSettings | undefined {
  const written = text('SLUICE_SMTP_URL')
  if (written === '') return undefined
  const url = URL.canParse(written) ? new URL(written) : undefined
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new SettingError(
      'SLUICE_SMTP_URL must be an SMTP URL such as smtp://USER@mail.example.com:587 or smtps://USER@mail.example.com:465',
    )
  const from = text('SLUICE_MAIL_FROM')
  if (!/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from))
    throw new SettingError(
      `SLUICE_MAIL_FROM must be the sender of e-mails, such as "Acme <noreply@acme.example>" - found "${from}"`,
    )
  const password = readSecret('SLUICE_SMTP_PASSWORD', text)
  if (password !== '') url.password = encodeURIComponent(password)
  return { url: url.href, from }
}
