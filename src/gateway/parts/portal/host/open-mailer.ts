/** Sends e-mails over SMTP (RFC 5321). The library is loaded with the first e-mail. */
import { onceAsync } from '../../../../shared/lib/time/once-async.ts'
import type { MailSettings } from '../../../runtime/settings/index.ts'
import type { Mailer } from '../index.ts'

const timeoutsMs = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Returns undefined without settings: e-mail is off. */
export function openMailer(settings: MailSettings | undefined): Mailer | undefined {
  if (!settings) return undefined
  const { url, from } = settings
  const open = onceAsync(async () => {
    const { createTransport } = await import('nodemailer')
    // An author's text never names a file or a URL whose content would be sent.
    return createTransport({ url, ...timeoutsMs, disableFileAccess: true, disableUrlAccess: true })
  })

  return {
    async send({ to, subject, text }) {
      await (await open()).sendMail({ from, to: { name: '', address: to }, subject, text })
    },
  }
}
