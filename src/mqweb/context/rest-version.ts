/** What differs between the versions of the REST API. All of them are served side by side. */

export interface RestVersion {
  number: 1 | 2 | 3
  /** What message and correlation ids begin with on the wire. */
  idPrefix: '' | 'ID:'
  /** Whether the priority and the user properties of a message travel in headers. */
  hasDescriptorHeaders: boolean
  /** The priority of a publication that names none; undefined leaves it to the topic. */
  defaultPublicationPriority: number | undefined
}

export const restV1: RestVersion = {
  number: 1,
  idPrefix: '',
  hasDescriptorHeaders: false,
  defaultPublicationPriority: 4,
}
export const restV2: RestVersion = {
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
