// Every limit and price of the plans, and every constant the spec names: one table for server, forms and pages.
export const tiers = ['free', 'pro', 'team', 'enterprise'] as const
export type Tier = (typeof tiers)[number]

/** What a plan allows. R6 and R43 say where the spec leaves one open. */
export interface PlanLimits {
  /** Events that are not over. */
  readonly activeEvents: number
  /** R68: events created in one calendar month (UTC), deleted ones too. Only Free has such a limit. */
  readonly eventsPerMonth: number
  readonly rolesPerGroup: number
  readonly participantsPerRole: number
  /** Days between today and the latest start. */
  readonly schedulingDays: number
  /** R160 */
  readonly questionsPerGroup: number
  /** R170 */
  readonly companionsPerGuest: number
  /** Groups that stand alone or belong to an active event. */
  readonly groups: number
  /** R140: groups of one event. */
  readonly groupsPerEvent: number
}

/** R140: how many groups an event has at most, on any plan. */
export const mostGroups = 20

export const planLimits: Readonly<Record<Tier, PlanLimits>> = {
  free: {
    activeEvents: 2,
    eventsPerMonth: 2,
    rolesPerGroup: 3,
    participantsPerRole: 20,
    schedulingDays: 30,
    questionsPerGroup: 3,
    companionsPerGuest: 1,
    groups: 5,
    groupsPerEvent: 1,
  },
  pro: {
    activeEvents: 30,
    eventsPerMonth: Infinity,
    rolesPerGroup: 10,
    participantsPerRole: 50,
    schedulingDays: 90,
    questionsPerGroup: 10,
    companionsPerGuest: 10,
    groups: 30,
    groupsPerEvent: mostGroups,
  },
  team: {
    activeEvents: 60,
    eventsPerMonth: Infinity,
    rolesPerGroup: 30,
    participantsPerRole: 100,
    schedulingDays: 180,
    questionsPerGroup: 20,
    companionsPerGuest: 10,
    groups: 300,
    groupsPerEvent: mostGroups,
  },
  enterprise: {
    activeEvents: 100,
    eventsPerMonth: Infinity,
    rolesPerGroup: 50,
    participantsPerRole: 500,
    schedulingDays: 365,
    questionsPerGroup: 20,
    companionsPerGuest: 10,
    groups: 300,
    groupsPerEvent: mostGroups,
  },
}

/** What a plan is called and costs: in cents per month; null where one has to ask. */
export const planOffers: Readonly<Record<Tier, { readonly name: string; readonly monthlyCents: number | null }>> = {
  free: { name: 'Free', monthlyCents: 0 },
  pro: { name: 'Pro', monthlyCents: 1299 },
  team: { name: 'Team', monthlyCents: 3999 },
  enterprise: { name: 'Enterprise', monthlyCents: null },
}

/** R49: what lifting one group to Pro limits costs, for good or per month. */
export const groupOffers = {
  payment: { name: 'One-Time', cents: 499 },
  subscription: { name: 'Subscription', cents: 999 },
} as const
/** R50: the promo code that everybody who brings others may have. */
export const earlyAdopter = { code: 'EARLY30', percentOff: 30 } as const
/** R45: how long a plan goes on while its payment is past due. */
export const pastDueDays = 14

/** R10: which plans may use organizations and role assignment. */
export const hasTeamFeatures = (tier: Tier) => tier === 'team' || tier === 'enterprise'

/** R6: used only when no limits could be read. */
export const fallbackLimits = { rolesPerGroup: 3, rolesOnGroupPage: 5, participantsPerRole: 20, participantsInput: 100, schedulingDays: 30 }

export interface TierLimits {
  tier: Tier
  maxRolesPerEventGroup: number
  maxParticipantsPerRole: number
  eventSchedulingWindow: number
}

export const tierLimits = (tier: Tier): TierLimits => ({
  tier,
  maxRolesPerEventGroup: planLimits[tier].rolesPerGroup,
  maxParticipantsPerRole: planLimits[tier].participantsPerRole,
  eventSchedulingWindow: planLimits[tier].schedulingDays,
})

export const linkLifeHours = 24
/** R118: how long a browser stays known after the last login from it. */
export const browserKnownDays = 90
/** R14 and R15. */
export const proofLifeHours = 2
export const code = {
  length: 6,
  lifeMinutes: 10,
  tries: 5,
  resendSeconds: 30,
  perHour: 5,
  perRecipientHour: 10,
  linksPerHour: 5,
  linkLifeHours: 2,
  failuresPerDay: 10,
  /** R127: at the codes of all events that wait for one person: each of them would open the same account. */
  failuresOfPersonHour: 100,
} as const
/** R133: of a guest's note for the organizers, in characters. */
export const noteLength = 200
/** R160: of what is typed as an answer to a question, by its kind. */
export const answerLengths = { line: 200, text: 2000 } as const
/** R166: days after the end of its event until sensitive answers are deleted. */
export const sensitiveDays = 7
/** R214, R224: what may be uploaded, and how many bytes of pictures one person has in use. */
export const pictureLimits = {
  photo: { bytes: 8 * 1_048_576, megapixels: 40 },
  logo: { bytes: 512 * 1_024, megapixels: 4 },
  budgetBytes: 50_000_000,
} as const
/** R224: of an event's photo. */
export const photoWidths = [1600, 800] as const
/** R224: of a person's picture. */
export const faceWidths = [256, 96] as const
/** Without look-alikes (0 O 1 I L). */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** R128: a short link ends with so many characters of the same alphabet. */
export const shortCodeLength = 8
/** Where short links begin. */
export const shortPath = '/e/'
/** R180: where passes lead; the token stands behind a `#`, so that no server is told it by opening the link. */
export const passPath = '/p'
/** R182: how many phones an event has at its doors, how long the link of one works, and how long a phone after the end. R185: before the start. */
export const door = {
  phones: { free: 1, pro: 5, team: 20, enterprise: 20 },
  linkMinutes: 10,
  hoursAfter: 12,
  /** R185: where an event says nothing else. */
  opensMinutesBefore: 60,
  /** R119: of what happened to an answer's party, more than anybody goes in and out. */
  linesPerAnswer: 1_000,
} as const
/** R141: how many days the own times of a group last at most, and how far outside those of its event they may begin. */
export const groupTimes = { days: 14, daysAround: 30 } as const
/** R87: how long a personal link works. */
export const guestLink = { daysAfterEvent: 30, daysWithoutEvent: 90 } as const
/** R94: how long a hand-over waits for an answer; how often one guest begins one and one address is named, within an hour. */
export const handOver = { lifeHours: 48, perGuestHour: 3, perRecipientHour: 3 } as const
/** R175: how many links to companions one guest sends within an hour, and one address gets. */
export const companionLinks = { perGuestHour: 20, perRecipientHour: 3 } as const
/** R119: how often within an hour one guest changes their answer: each time they are written to, and everybody who watches gets a broadcast. */
export const answersPerHour = 30
/** A5: how often one email address is written to by request, for each kind of email. */
export const emailsPerHour = 5
/** A6: wrong logins to one account: those that make nobody wait, from one place; and within an hour from all places new to it. */
export const loginLimits = { freeTries: 4, strangersPerHour: 100 } as const
export const stepperMax = 99
export const nearlyFullShare = 0.8
export const eventsPerPage = 10
/** Characters of a search. */
export const searchLength = 100
export const groupsPerPage = 50
export const rsvpsPerPage = 500
export const handOversPerPage = 50
/** R110: so many answers may be named in one call. */
export const rsvpIdsPerCall = 1_000
export const membersPerPage = 200
/** How long the link of an invitation to an organization works. */
export const invitationDays = 30
/** How long after one email another may ask the same person. */
export const inviteAgainDays = 7
/** How long after they declined, left or were removed. */
export const inviteEndedDays = 30
/** R97, R119: emails a day to people who haven't agreed to hear from an organizer: invitations to events and organizations and assigned roles together. */
export const strangerEmailsPerDay: Readonly<Record<Tier, number>> = { free: 50, pro: 500, team: 2_000, enterprise: 10_000 }
/** R97: people in one call, in the organizer's own words characters and lines, and after how long the same person may be invited again. */
export const invitation = { peoplePerCall: 500, messageLength: 500, messageLines: 12, againDays: 3 } as const
/** R103: people who are assigned again in one go. */
export const maxHoldersAgain = 500
/** R101: how many people an organizer's messages reach within a day, in all their groups. */
export const messageRecipientsPerDay: Readonly<Record<Tier, number>> = { free: 50, pro: 500, team: 2_000, enterprise: 10_000 }
/** R101: of a message, in characters. */
export const messageLength = 5_000
export const messagesPerPage = 20
export const debounceMs = { username: 400, emailCheck: 800, roleStepper: 400, roleUpdate: 500 } as const
export const redirectMs = { logout: 3000, passwordReset: 3000 } as const
export const authCheckDelayMs = 100
export const duplicateToastMs = 2000
export const durationHours = { min: 0, max: 24 } as const
export const durationMinutes = [0, 15, 30, 45] as const
/** R24: tells where an answer came from; never a credential. */
export const shareSource = 'forfeedback'

/** R204: helpers at the door of an event, by plan. */
export const doorHelpers: Readonly<Record<Tier, number>> = { free: 1, pro: 5, team: 100, enterprise: 100 }

/** R106: for so long, by the server's clock, whoever did something can take it back. */
export const undoSeconds = 30
