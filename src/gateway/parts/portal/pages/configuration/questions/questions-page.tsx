/** The page of the questions that operators ask, for owners who may change documents: the rows of `sluice ask`. */
import { CheckmarkOutline } from '@carbon/react/icons'
import type { ReactNode } from 'react'
import { Loaded } from '../../../../../../shared/ui/feedback/loaded.tsx'
import { ChoiceSelect, type Choices } from '../../../../../../shared/ui/forms/choices.tsx'
import { FormPanel } from '../../../../../../shared/ui/forms/form-panel.tsx'
import { useForm } from '../../../../../../shared/ui/forms/use-form.ts'
import { navigate } from '../../../../../../shared/ui/routing/use-location-hash.ts'
import { Group } from '../../../../../../shared/ui/shell/group.tsx'
import { PageHeader } from '../../../../../../shared/ui/shell/page-header.tsx'
import { type Column, DataTable } from '../../../../../../shared/ui/table/data-table.tsx'
import { formatDateTime } from '../../../../../../shared/ui/text/format.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { AnswerRow, QuestionName } from '../../../../../contract/access/questions.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildQuestionLink } from '../../routing/page-route.ts'

/** The questions: title, what the answer is good for, and the name of what it is about, if anything. */
const questions = {
  callers: [t('Who calls this API?'), t('Whom to tell before a change.'), 'API'],
  impact: [t('Who would notice if this API were gone?'), t('Before you retire it.'), 'API'],
  'old-secrets': [t('Which secrets are older than a year?'), t('Replace them in turn.')],
  'unused-scopes': [t('Which scopes does nobody use?'), t('Rights that can go.')],
  'nearly-used-up': [t('Which limits of plans are nearly used up?'), t('Whose calls will be rejected soon.')],
  sessions: [t('Which sign-ins of this user can get new tokens?'), t('When a device is lost.'), t('User')],
  'slow-calls': [t('Which calls were the slowest?'), t('With the time of each stage.')],
} as const satisfies Readonly<Record<QuestionName, readonly [title: string, use: string, about?: string]>>

const [firstQuestion] = Object.keys(questions) as [QuestionName]

/** The titles of the columns of answers. */
const columnTitles: Readonly<Record<string, string>> = {
  application: t('Application'),
  plan: t('Plan'),
  calls: t('Calls'),
  errors: t('Errors'),
  refusals: t('Rejected'),
  owner: t('Owner'),
  'calls in 30 days': t('Calls in 30 days'),
  'client id': t('Client id'),
  created: t('Created'),
  expires: t('Expires'),
  provider: t('OAuth provider'),
  scope: t('Scope'),
  because: t('Reason'),
  limit: t('Limit'),
  used: t('Used'),
  until: t('Until'),
  user: t('User'),
  since: t('Since'),
  ms: t('Milliseconds'),
  api: 'API',
  operation: t('Operation'),
  status: t('Status'),
  at: t('Time'),
  id: t('Request id'),
  stages: t('Stages'),
}

/** The fixed words in answers. */
const words: Readonly<Record<string, string>> = {
  unknown: t('unknown'),
  never: t('never'),
  'not redeemed': t('not redeemed'),
  'no operation requires it': t('no operation requires it'),
  'no kept call of the last day had it': t('no kept call of the last day had it'),
}

const numbers: ReadonlySet<string> = new Set(['errors', 'refusals', 'ms'])
const times: ReadonlySet<string> = new Set(['until', 'since', 'at'])
const names: ReadonlySet<string> = new Set(['client id', 'id', 'scope'])

function renderValue(column: string, value: string): ReactNode {
  if (Object.hasOwn(words, value)) return words[value] // a user can have the name constructor
  if (numbers.has(column) || column.startsWith('calls')) return Number(value)
  if (times.has(column)) return formatDateTime(value)
  if (column === 'stages') return <span className="question__stages">{value}</span>
  const [, used, limit] = /^(\d+) of (\d+)$/.exec(value) ?? []
  if (used && limit) return t('{used} of {limit}', { used: Number(used), limit: Number(limit) })
  return names.has(column) ? <code>{value}</code> : value
}

type QuestionsPageProps = { question: string | undefined; about: string | undefined }

export default function QuestionsPage({ question: wanted, about }: QuestionsPageProps) {
  const question = isQuestion(wanted) ? wanted : firstQuestion
  const documents = usePortalResource('GET /configuration', {})
  return (
    <>
      <PageHeader title={t('Questions')} trail={[[t('Configuration'), '#/configuration']]} />
      <div className="questions">
        <nav className="questions__list" aria-label={t('Questions')}>
          {Object.entries(questions).map(([name, [title, use]]) => (
            <a
              key={name}
              className="questions__link"
              href={buildQuestionLink(name)}
              aria-current={name === question ? 'page' : undefined}
            >
              <strong>{title}</strong>
              <span>{use}</span>
            </a>
          ))}
        </nav>
        <Loaded resource={documents}>
          {(value) => (
            <Question
              key={`${question} ${about}`}
              question={question}
              about={about}
              apis={value.documents.flatMap(({ kind, name, title }) =>
                kind === 'api' && name ? [[name, title] as const] : [],
              )}
            />
          )}
        </Loaded>
      </div>
    </>
  )
}

function isQuestion(name: string | undefined): name is QuestionName {
  return name !== undefined && Object.hasOwn(questions, name)
}

type QuestionProps = { question: QuestionName; about: string | undefined; apis: Choices }

/** A question with the field for what it is about, and its answer as soon as that is known. */
function Question({ question, about, apis }: QuestionProps) {
  const subject = questions[question][2]
  const chosen = subject === 'API' ? (about ?? apis[0]?.[0]) : about
  const user = useForm('question', { user: about ?? '' }, () => [
    { name: 'user', label: t('User'), kind: 'name', required: t('Enter the name of a user.') },
  ])
  return (
    <Group title={questions[question][0]} className="questions__answer">
      {subject === 'API' && (
        <ChoiceSelect
          id="question-api"
          labelText={subject}
          value={chosen ?? ''}
          choices={apis}
          change={(api) => navigate(buildQuestionLink(question, api))}
        />
      )}
      {subject !== undefined && subject !== 'API' && (
        <FormPanel
          className="form form--line"
          form={user}
          action={t('Ask')}
          size="md"
          run={async () => navigate(buildQuestionLink(question, user.draft.user))}
        />
      )}
      {(subject === undefined || chosen !== undefined) && (
        <Answer key={`${question} ${chosen}`} question={question} about={chosen} />
      )}
    </Group>
  )
}

function Answer({ question, about }: { question: QuestionName; about: string | undefined }) {
  const query = { question, about }
  const answer = usePortalResource('GET /configuration/answer', {}, { query })
  return (
    <Loaded resource={answer}>
      {({ rows }) => (
        <DataTable
          label={questions[question][0]}
          rows={rows}
          keyOf={(row) => JSON.stringify(row)}
          columns={Object.keys(rows[0] ?? {})
            .filter((name) => name !== 'catalog') // the portal is that of one catalog
            .map(
              (name): Column<AnswerRow> => [columnTitles[name] ?? name, (row) => renderValue(name, row[name] ?? '')],
            )}
          empty={{ icon: CheckmarkOutline, title: t('Nothing to report'), text: t('The answer has no rows.') }}
        />
      )}
    </Loaded>
  )
}
