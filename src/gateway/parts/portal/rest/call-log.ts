/** The call log, for owners who may change documents. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, flag, limitedNumber, limitedText, list, number, text, view } from '../../../../shared/rest/shapes.ts'

const RecordCallsRequest = body('RecordCallsRequest', {
  api: Type.Optional(
    limitedText('an API as name:version,', 512, {
      description: 'The API to record; all APIs of the catalog without it.',
    }),
  ),
  application: Type.Optional(
    limitedText('the name of an application,', 128, {
      description: 'The application to record; all calls without it.',
    }),
  ),
  calls: limitedNumber(1, 1000, 'The recording ends after this many calls of each worker.'),
  minutes: limitedNumber(1, 60, 'The recording ends after this many minutes.'),
  oneIn: Type.Optional(limitedNumber(1, 1000, 'Records one of so many calls; 1 for each call.')),
})

export type RecordedMessageView = Static<typeof RecordedMessageView>
export const RecordedMessageView = view(
  'RecordedMessageView',
  {
    headers: list(Type.Object({ name: text(), value: text() })),
    body: Type.Optional(
      Type.Object(
        { text: Type.Optional(text('Absent for bytes that are no text.')), bytes: number(), isCut: flag() },
        { description: 'The body; absent when there is none, or only headers are kept.' },
      ),
    ),
  },
  'A message of a recorded call whose API keeps headers or bodies in its activity log. Secrets, tokens and cookies are masked.',
)

const recordedBody = Type.Object({ text: Type.Optional(text()), bytes: number(), isCut: flag() })

export type RecordedStepView = Static<typeof RecordedStepView>
export const RecordedStepView = view(
  'RecordedStepView',
  {
    policy: text(),
    place: text('The place of the policy in the documents, as `file:line`.'),
    tookMs: number(),
    read: Type.Object({ isResponse: flag(), status: Type.Optional(number()), body: Type.Optional(recordedBody) }),
    wrote: Type.Object({
      status: Type.Optional(number()),
      headers: list(Type.Object({ name: text(), value: text() })),
      removed: list(text()),
      body: Type.Optional(recordedBody),
      variables: list(Type.Object({ name: text(), value: text() })),
    }),
  },
  'A policy of a recorded call: the message that it got, and what it changed. Secrets are masked.',
)

export type CallCourseView = Static<typeof CallCourseView>
export const CallCourseView = view(
  'CallCourseView',
  {
    totalMs: number(),
    stages: list(
      Type.Object({
        stage: text('A stage of the gateway, or the name of a policy.'),
        place: Type.Optional(text('The place of a policy in the documents, as `file:line`.')),
        startMs: number(),
        tookMs: number(),
        changes: list(text('What it changed, without values.')),
      }),
    ),
    attempts: list(
      Type.Object({
        target: text(),
        why: text('Why the target was chosen.'),
        startMs: number(),
        tookMs: Type.Optional(number()),
        result: Type.Optional(text('The status, or the reason of the failure.')),
      }),
      'The requests to upstreams: several after a retry.',
    ),
  },
  'Where the time of a call went.',
)

export type CallLogView = Static<typeof CallLogView>
export const CallLogView = view('CallLogView', {
  recording: Type.Optional(
    Type.Object(
      {
        api: Type.Optional(text()),
        application: Type.Optional(text()),
        calls: number(),
        oneIn: number(),
        until: text(),
        by: text(),
      },
      { description: 'The recording that runs or ended last; absent when there is none.' },
    ),
  ),
  isRunning: flag(),
  apis: list(text(), 'The APIs that can be recorded, as `name:version`.'),
  calls: list(
    Type.Object({
      requestId: text(),
      at: text(),
      method: text(),
      path: text(),
      status: number(),
      api: Type.Optional(text()),
      operation: Type.Optional(text()),
      application: Type.Optional(text()),
      reason: Type.Optional(text('Why the call was rejected; absent for a call that was served.')),
      bytes: number(),
      totalMs: number(),
      upstreamMs: Type.Optional(number()),
      course: Type.Optional(CallCourseView),
      request: Type.Optional(RecordedMessageView),
      response: Type.Optional(RecordedMessageView),
      steps: Type.Optional(list(RecordedStepView, 'The policies of the call, where its messages are kept.')),
    }),
    'The recorded calls of all workers, the newest first. They have no query and no tokens.',
  ),
})

export const callLogResources = declareResources('configuration', {
  'GET /configuration/calls': { id: 'showCallLog', summary: 'List the recorded calls', response: CallLogView },
  'POST /configuration/calls': {
    id: 'recordCalls',
    summary: 'Record single calls for a time, in place of an earlier recording',
    body: RecordCallsRequest,
    status: 201,
    response: CallLogView,
  },
  'DELETE /configuration/calls': { id: 'stopRecording', summary: 'End the recording and drop its calls' },
})
