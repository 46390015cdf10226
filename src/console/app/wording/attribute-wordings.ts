/**
 * The texts for the attributes of one kind of object, by MQSC keyword: the label, the group, and the help text. The
 * console shows groups and attributes in the order of the table.
 */
export type AttributeWordings = Readonly<Record<string, readonly [label: string, group: string, help: string]>>
