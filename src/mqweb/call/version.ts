/** What differs between the versions of the REST API. All of them are served side by side. */

export interface Version {
  number: 1 | 2 | 3
  /** What message and correlation ids begin with on the wire. */
  idPrefix: '' | 'ID:'
  /** Whether the priority and the user properties of a message travel in headers. */
  descriptorHeaders: boolean
  /** The priority of a publication that names none; undefined leaves it to the topic. */
  publicationPriority: number | undefined
}

export const v1: Version = { number: 1, idPrefix: '', descriptorHeaders: false, publicationPriority: 4 }
export const v2: Version = { number: 2, idPrefix: '', descriptorHeaders: false, publicationPriority: 4 }
export const v3: Version = {
  number: 3,
  idPrefix: 'ID:',
  descriptorHeaders: true,
  publicationPriority: undefined,
}

export const versions = [v1, v2, v3] as const
