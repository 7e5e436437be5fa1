/** Limits that console and API share. Each name carries its unit. */
export const limits = {
  /** Code editors, robots.txt, one-per-line lists, success messages. */
  longTextCharacters: 9000,
  /** Single-line texts; the spec gives no limit, but a database column needs one. */
  shortTextCharacters: 1000,
  /** Generous: several numbers, each with its country, and a word about when to call. */
  telephoneCharacters: 100,
  postcodeCharacters: 20,
  logoPixels: 2000,
  urlCharacters: 2048,
  emailCharacters: 254,
  passwordMinCharacters: 8,
  /** argon2 hashes any length; the limit stops a hostile body from costing CPU. */
  passwordMaxCharacters: 256,
  /** Of a submission in an answer, in its keys and texts together. */
  submissionCharacters: 100_000,
  /** The part of a title that a search result shows; longer titles are allowed with a warning. */
  seoTitleCharacters: 60,
  seoDescriptionCharacters: 170,
  footerMenuItems: 5,
  /** More than any homepage has; a limit against a hostile body. */
  blocksPerWebsite: 300,
  blockLabelCharacters: 100,
  /** For the saved settings of all blocks of a homepage, as JSON: each call about blocks reads all of them. */
  blockSettingsCharacters: 1_000_000,
  /** The number of files in one setting of several images. */
  imagesPerSetting: 20,
  recordsPerSetting: 50,
  /** WCAG 2.2, 1.4.3 (AA), for text of ordinary size. */
  contrastMin: 4.5,
  uploadBytes: 5_000_000,
  filesPerUpload: 10,
  /** A decoded picture takes four bytes of memory for each pixel, wherever it is shown. */
  picturePixels: 50_000_000,
  jsonBodyBytes: 1_000_000,
  /** For a call without a sign-in: a sign-in and a reset need a few hundred bytes. */
  anonymousBodyBytes: 8000,
  /** What a visitor sends by a form: some of the longest texts of any letters, which take nine bytes each at most. */
  submissionBodyBytes: 300_000,
  settingsPerSave: 200,
  perPageDefault: 25,
  perPageMax: 100,
  /** In one bulk call. */
  recordsPerCall: 100,
  searchCharacters: 100,
  idempotencyKeyCharacters: 128,
  tokenDays: 30,
  revokeHandleCharacters: 200,
  resetTokenMinutes: 60,
  idempotencyDays: 7,
  /** A longer answer is not stored for a repeat, which is answered from the records stored by then. */
  idempotencyAnswerBytes: 16_000,
  /** For one user; beyond either limit the oldest are deleted, whatever their age. */
  idempotencyAnswersPerUser: 50_000,
  idempotencyBytesPerUser: 50_000_000,
  sessionsPerUser: 200,
  /** Places that an answer names for one file or record. */
  usesListed: 20,
  /** In the details of a form. */
  weeksListed: 26,
  /** The newest submissions of a form, which are looked through for the keys that have values. */
  submissionsSearched: 10_000,
  /** How much of them is looked through, about: one may be as long as `submissionBodyBytes`. */
  submissionsSearchedBytes: 20_000_000,
  /** Keys that have values, the most used first. */
  usedKeysListed: 1000,
  toastMs: 5000,
  triggerDelayMs: 60_000,
  fieldsPerForm: 200,
  /** For all fields of one form, as JSON: a list answers a hundred forms. */
  formCharacters: 100_000,
  optionsPerFormField: 200,
  formKeyCharacters: 64,
  formLabelCharacters: 300,
  actionsPerForm: 20,
} as const;
