/** A dialog that makes changes of documents: its fields, then what the changes do, then saving them. */
import '@carbon/styles/scss/components/inline-loading/_index.scss'
import '@carbon/styles/scss/components/progress-bar/_index.scss'
import { Button, InlineLoading, ProgressBar } from '@carbon/react'
import { type ReactNode, useRef, useState } from 'react'
import { Dialog } from '../../../../../../shared/ui/feedback/dialog.tsx'
import { useAction } from '../../../../../../shared/ui/feedback/use-action.ts'
import { FormFields } from '../../../../../../shared/ui/forms/form-fields.tsx'
import type { FormField } from '../../../../../../shared/ui/forms/form-rows.ts'
import type { Form } from '../../../../../../shared/ui/forms/use-form.ts'
import { t } from '../../../../../../shared/ui/text/t.ts'
import type { DocumentChange, DocumentPreview, DocumentSummary } from '../../../rest/index.ts'
import { requestResource } from '../../api/client.ts'
import { downloadPatch, PreviewPanel } from '../changes/preview-panel.tsx'

const rule = t('Letters, digits, "-", "_" and ".", beginning with a letter or a digit.')

/** Returns whether a document can get this name. `taken` are the names that exist already. */
export function isFreeName(name: string, taken: readonly string[]): boolean {
  return /^[A-Za-z0-9][\w.-]{0,63}$/.test(name) && !taken.includes(name)
}

/** The field for the name of a document. */
export function buildNameField(name: string, taken: readonly string[]): FormField<{ name: string }> {
  const isWrong = name !== '' && !isFreeName(name, taken)
  const text = taken.includes(name) ? t('There is a document of this name already.') : rule
  return { name: 'name', label: t('Name - required'), kind: 'path', help: rule, wrong: isWrong ? text : undefined }
}

/** Returns the names of the documents of a kind. */
export function listNames(documents: readonly DocumentSummary[], wanted: string): string[] {
  return documents.filter(({ kind }) => kind === wanted).map(({ name }) => name)
}

export interface PlannedChanges {
  changes: DocumentChange[]
  /** Remarks about the changes, such as what an import left out. */
  notes?: readonly string[]
  /** The result as a picture. */
  picture?: ReactNode
}

export interface ChangeDialogProps<Draft> {
  /** The fields of the dialog. */
  form?: Form<Draft>
  title: string
  /** The label of the button that saves. */
  action: string
  isWritable: boolean
  /** Plans the changes, until the user stops it. Throws an error with a message for the user. */
  plan(signal: AbortSignal): Promise<PlannedChanges> | PlannedChanges
  /** Whether the fields are complete. */
  isComplete: boolean
  /** The text that says what is missing while the fields are not complete. */
  missing?: string
  danger?: boolean
  children?: ReactNode
  done(): void
  close(): void
}

export function ChangeDialog<Draft extends object>(props: ChangeDialogProps<Draft>) {
  const { title, action: label, isWritable, plan, isComplete, danger = false, children, done, close } = props
  const { form, missing = t('Fill in the required fields to see what changes.') } = props
  const [planned, setPlanned] = useState<PlannedChanges & { preview: DocumentPreview }>()
  const [{ step, text }, setStep] = useState({ step: 1, text: '' })
  const stopping = useRef<AbortController>(undefined)
  const action = useAction()
  const hasErrors = planned?.preview.problems.some(({ severity }) => severity === 'error') ?? false
  const invalid = hasErrors ? t('With these changes, documents would have errors: nothing can be saved.') : undefined

  async function look() {
    stopping.current = new AbortController()
    const { signal } = stopping.current
    await action.run(async () => {
      try {
        setStep({ step: 1, text: t('Reading what is given') })
        const found = await plan(signal)
        const changes = found.changes.map(({ file, text }) => ({ file, text }))
        setStep({ step: 2, text: t('Checking the change with all documents') })
        const preview = await requestResource('POST /configuration/changes/preview', {}, { body: { changes }, signal })
        setPlanned({ ...found, preview })
      } catch (error) {
        if (!signal.aborted) throw error
      }
    })
  }

  async function save() {
    if (!planned) return
    const { changes, preview } = planned
    if (!isWritable) return downloadPatch(changes[0]?.file ?? 'change', preview.patch)
    const body = { changes, effects: preview.effects }
    const work = () => requestResource('POST /configuration/changes', {}, { body })
    if (!(await action.run(work, t('Saved and in use'), changes.map(({ file }) => file).join(', ')))) return
    close()
    done()
  }

  const saving = isWritable ? label : t('Download the patch')
  const next = planned ? saving : t('Show what changes')
  const incomplete = isComplete ? undefined : missing
  return (
    <Dialog
      title={title}
      size="lg"
      danger={danger}
      action={next}
      busy={action.busy}
      reason={planned ? invalid : incomplete}
      problem={action.problem}
      buttons={
        planned && (
          <Button kind="ghost" onClick={() => setPlanned(undefined)}>
            {t('Back')}
          </Button>
        )
      }
      submit={() => void (planned ? save() : look())}
      close={close}
    >
      {!planned && (
        <div className="form">
          {children}
          {form && <FormFields form={form} />}
          {!isComplete && <p className="quiet">{missing}</p>}
        </div>
      )}
      {planned && (
        <>
          {invalid !== undefined && <p className="dialog__text">{invalid}</p>}
          {planned.picture}
          <PreviewPanel file={planned.changes[0]?.file ?? ''} preview={planned.preview} notes={planned.notes} />
        </>
      )}
      {action.busy && planned && <InlineLoading description={t('Saving, and putting the documents in use')} />}
      {action.busy && !planned && <PlanProgress step={step} text={text} stop={() => stopping.current?.abort()} />}
    </Dialog>
  )
}

/** The progress until the changes can be shown, with a button that stops it. */
function PlanProgress({ step, text, stop }: { step: number; text: string; stop(): void }) {
  return (
    <div className="import__progress">
      <ProgressBar label={text} helperText={t('Step {step} of {count}', { step, count: 2 })} value={step} max={3} />
      <Button kind="tertiary" size="sm" onClick={stop}>
        {t('Stop')}
      </Button>
    </div>
  )
}
