/** The small picture that was made of a stored picture. */
export const thumbnailKey = (fileKey: string) => `${fileKey}.thumbnail`

/** The file of an uploaded configuration pack. */
export const packKey = (sid: string) => `configuration-pack/${sid}`
