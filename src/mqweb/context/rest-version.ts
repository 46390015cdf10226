/** The versions of the REST API and their differences. The server serves all versions side by side. */

export interface RestVersion {
  number: 1 | 2 | 3
  /** The prefix of message and correlation ids in headers and JSON. */
  idPrefix: '' | 'ID:'
  /** Whether headers carry the priority and the user properties of a message. */
  hasDescriptorHeaders: boolean
  /** The priority of a publication without a priority header; undefined when the topic decides it. */
  defaultPublicationPriority: number | undefined
}

export const restV1: RestVersion = {
  number: 1,
  idPrefix: '',
  hasDescriptorHeaders: false,
  defaultPublicationPriority: 4,
}
const restV2: RestVersion = {
  number: 2,
  idPrefix: '',
  hasDescriptorHeaders: false,
  defaultPublicationPriority: 4,
}
export const restV3: RestVersion = {
  number: 3,
  idPrefix: 'ID:',
  hasDescriptorHeaders: true,
  defaultPublicationPriority: undefined,
}

export const restVersions = [restV1, restV2, restV3] as const
