/** The first steps of a new user as a numbered list; completed steps are ticked. */

import { CheckmarkFilled, CircleDash } from '@carbon/react/icons'
import { buildHashLink } from '../../../ui/routing/hash-path.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { buildApplicationLink, buildTryLink } from '../routing/page-route.ts'
import { useStoredCredentials } from '../session/stored-credentials.tsx'

export function FirstSteps({ applications }: { applications: readonly ApplicationView[] }) {
  const { hasToken, hasCalled } = useStoredCredentials()
  const subscribed = applications.some((each) => each.subscriptions.some(({ state }) => state === 'enabled'))
  const [first] = applications

  const steps = [
    {
      title: t('Create an application'),
      text: t('It gets a client id and a secret, with which your program says who it is.'),
      to: first ? buildApplicationLink(first.name) : buildHashLink('applications'),
      done: first !== undefined,
    },
    {
      title: t('Subscribe to a plan'),
      text: t('A product brings APIs; its plans say how much an application may call them.'),
      to: buildHashLink('products'),
      done: subscribed,
    },
    {
      title: t('Get a token'),
      text: t('With the grants that the provider allows, from this page.'),
      to: buildTryLink(),
      done: hasToken,
    },
    {
      title: t('Call an operation'),
      text: t('See the response and its duration, or why the gateway rejected the call.'),
      to: buildTryLink(),
      done: hasCalled,
    },
  ]

  return (
    <section aria-labelledby="first-steps">
      <h2 className="group__title" id="first-steps">
        {t('First steps')}
      </h2>
      <ol className="steps">
        {steps.map(({ title, text, to, done }) => (
          <li key={title} className={done ? 'step step--done' : 'step'}>
            {done ? (
              <CheckmarkFilled size={20} aria-label={t('Done')} />
            ) : (
              <CircleDash size={20} aria-label={t('To do')} />
            )}
            <div>
              <a className="cds--link step__title" href={to}>
                {title}
              </a>
              <p className="step__text">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
