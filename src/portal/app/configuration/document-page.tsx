/** The page on which an owner changes one document: its text, and what the change would do. */
import { Button, TextArea } from '@carbon/react'
import { Download, Save } from '@carbon/react/icons'
import { useState } from 'react'

import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useAction } from '../../../ui/feedback/use-action.ts'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { useLeaveGuard } from '../../../ui/routing/leave-guard.tsx'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import type { ConfigurationDocument, DocumentPreview } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { findKindTitle } from './document-kinds.ts'
import { PreviewPanel } from './preview-panel.tsx'

export default function DocumentPage({ file }: { file: string }) {
  const { value, problem, reload } = useResource(`document ${file}`, (signal) =>
    requestResource('GET /configuration/document', {}, { query: { file }, signal }),
  )
  return (
    <>
      <PageHeader title={file} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && <DocumentEditor key={value.revision} document={value} reload={reload} />}
    </>
  )
}

interface DocumentEditorProps {
  document: ConfigurationDocument
  reload(): void
}

function DocumentEditor({ document, reload }: DocumentEditorProps) {
  const { file, kind, revision, isWritable } = document
  const [text, setText] = useState(document.text)
  const [preview, setPreview] = useState<{ of: string; result: DocumentPreview }>()
  const action = useAction()
  const isChanged = text !== document.text
  const isPreviewed = preview?.of === text
  const hasErrors = preview?.result.problems.some(({ severity }) => severity === 'error') ?? false
  useLeaveGuard(isChanged)

  async function check() {
    await action.run(async () => {
      const result = await requestResource('POST /configuration/preview', {}, { body: { file, text } })
      setPreview({ of: text, result })
    })
  }

  async function save() {
    const work = () => requestResource('PUT /configuration/document', {}, { body: { file, text, revision } })
    if (await action.run(work, 'Saved and in use', file)) reload()
  }

  return (
    <div className="document">
      <TextArea
        id="document-text"
        className="document__text"
        labelText={`${findKindTitle(kind)}, YAML`}
        rows={24}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="document__actions">
        <Button kind="secondary" disabled={!isChanged || action.busy} onClick={() => void check()}>
          Show what changes
        </Button>
        {isWritable ? (
          <Button
            renderIcon={Save}
            disabled={!isPreviewed || hasErrors || action.busy}
            onClick={() => void save()}
          >
            Save
          </Button>
        ) : (
          <Button
            renderIcon={Download}
            disabled={!isPreviewed || hasErrors}
            onClick={() => downloadPatch(file, preview?.result.patch ?? '')}
          >
            Download the patch
          </Button>
        )}
        <Button kind="ghost" disabled={!isChanged} onClick={() => setText(document.text)}>
          Discard
        </Button>
      </div>
      {action.problem && <ErrorNotice text={action.problem} />}
      {!isChanged && (
        <p className="prose">Change the text, then look at what the change does before you save it.</p>
      )}
      {isChanged && !isPreviewed && <p className="prose">The change was not checked yet.</p>}
      {isPreviewed && preview && <PreviewPanel file={file} preview={preview.result} />}
    </div>
  )
}

/** Offers the patch as a file for `git apply`. */
function downloadPatch(file: string, patch: string): void {
  const url = URL.createObjectURL(new Blob([patch], { type: 'text/x-diff' }))
  const link = window.document.createElement('a')
  link.href = url
  link.download = `${file.replaceAll('/', '-')}.patch`
  link.click()
  URL.revokeObjectURL(url)
}
