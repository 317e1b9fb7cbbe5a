import type { Words } from '../../kit/fields.ts'

/** The meaning of the date of receipt, for notices and for their documents. */
export const RECEIVED: Words = [
  '电子送达的，为文件进入当事人认可的电子系统之日（专利法实施细则（2023）第4条），不是打开或下载之日；邮寄的，为有证据证明的实际收到日。美国、英国和日本在线发送的期限自发文日起算，收到日不影响期限。不早于发文日，不晚于今天。',
  'For electronic service: the day on which the document entered the electronic system accepted by the party (Implementing Regulations of the Chinese Patent Law 2023, rule 4), not the day on which it was opened or downloaded. For service by post: the actual day of receipt, if proven. In the US, the UK and for online dispatch in Japan, periods run from the date of the notice; the day of receipt does not affect them. Not before the date of the notice and not in the future.',
]
export const RECEIVED_LATE: Words = [
  '收到日晚于通常天数的须填写；经另一人确认后才据以计算期限，此前按较早的推定收到日计算',
  'Required when the document was received later than usual. The deadline is calculated from that day only after a second person has confirmed it; until then it is calculated from the earlier, presumed day',
]
