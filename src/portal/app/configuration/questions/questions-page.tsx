/** The page of the questions that operators ask, for owners who may change documents: the rows of `sluice ask`. */
import type { ReactNode } from 'react'
import type { AnswerRow, QuestionName } from '../../../../contract/access/questions.ts'
import { Loaded } from '../../../../ui/feedback/loaded.tsx'
import { FormPanel } from '../../../../ui/forms/form-panel.tsx'
import { useForm } from '../../../../ui/forms/use-form.ts'
import { navigate } from '../../../../ui/routing/use-location-hash.ts'
import { Group } from '../../../../ui/shell/group.tsx'
import { PageHeader } from '../../../../ui/shell/page-header.tsx'
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import { usePortalResource } from '../../api/use-portal-resource.ts'
import { buildQuestionLink } from '../../routing/page-route.ts'

/** The questions, with the name of what each is about, if anything. */
const questions = {
  callers: [t('Who calls this API?'), 'API'],
  impact: [t('Who would notice if this API were gone?'), 'API'],
  'old-secrets': [t('Which secrets are older than a year?')],
  'unused-scopes': [t('Which scopes does nobody use?')],
  'nearly-used-up': [t('Which limits of plans are nearly used up?')],
  sessions: [t('Which sign-ins of this user can get new tokens?'), t('User')],
  'slow-calls': [t('Which calls were the slowest?')],
} as const satisfies Readonly<Record<QuestionName, readonly [title: string, about?: string]>>

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

export interface QuestionsPageProps {
  question: string | undefined
  about: string | undefined
}

export default function QuestionsPage({ question, about }: QuestionsPageProps) {
  const documents = usePortalResource('GET /configuration', {})
  return (
    <>
      <PageHeader title={t('Questions')} trail={[[t('Configuration'), '#/configuration']]} />
      <Loaded resource={documents}>
        {(value) => (
          <QuestionForm
            apis={value.documents.flatMap(({ kind, name, title }) =>
              kind === 'api' && name ? [[name, title] as const] : [],
            )}
            question={isQuestion(question) ? question : firstQuestion}
            about={about ?? ''}
          />
        )}
      </Loaded>
      {isQuestion(question) && <Answer key={`${question} ${about}`} question={question} about={about} />}
    </>
  )
}

function isQuestion(name: string | undefined): name is QuestionName {
  return name !== undefined && Object.hasOwn(questions, name)
}

interface QuestionFormProps {
  apis: readonly (readonly [name: string, title: string])[]
  question: QuestionName
  about: string
}

function QuestionForm({ apis, question, about }: QuestionFormProps) {
  const isApi = questions[question][1] === 'API'
  const initial = {
    question: question as string,
    api: isApi && about !== '' ? about : (apis[0]?.[0] ?? ''),
    user: isApi ? '' : about,
  }
  const form = useForm('question', initial, (draft) => {
    const subject = isQuestion(draft.question) ? questions[draft.question][1] : undefined
    return [
      {
        name: 'question',
        label: t('Question'),
        kind: 'radio',
        choices: Object.entries(questions).map(([name, [title]]) => [name, title] as const),
      },
      subject === 'API' && { name: 'api', label: subject, kind: 'choice', choices: apis },
      subject !== undefined &&
        subject !== 'API' && { name: 'user', label: subject, kind: 'name', required: t('Enter the name of a user.') },
    ]
  })
  const { draft } = form

  async function ask() {
    const subject = isQuestion(draft.question) ? questions[draft.question][1] : undefined
    if (subject === undefined) navigate(buildQuestionLink(draft.question))
    else navigate(buildQuestionLink(draft.question, subject === 'API' ? draft.api : draft.user))
  }

  return <FormPanel form={form} action={t('Ask')} size="md" run={ask} />
}

function Answer({ question, about }: { question: QuestionName; about: string | undefined }) {
  const query = { question, ...(about !== undefined && { about }) }
  const answer = usePortalResource('GET /configuration/answer', {}, { query })
  return (
    <Group title={about === undefined ? questions[question][0] : `${questions[question][0]} ${about}`}>
      <Loaded resource={answer}>
        {({ rows }) => (
          <DataTable
            label={questions[question][0]}
            rows={rows}
            small
            keyOf={(row) => JSON.stringify(row)}
            columns={Object.keys(rows[0] ?? {})
              .filter((name) => name !== 'catalog') // the portal is that of one catalog
              .map(
                (name): Column<AnswerRow> => [columnTitles[name] ?? name, (row) => renderValue(name, row[name] ?? '')],
              )}
            empty={t('The answer has no rows.')}
          />
        )}
      </Loaded>
    </Group>
  )
}
