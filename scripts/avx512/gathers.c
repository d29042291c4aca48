/* Does the gathers that the emulator Bochs refuses: those whose indices are in one of the registers 16 to 31. Its decoder (up to version 3.1) takes
   the fifth bit of that register's number for part of another operand, which gathers do not have, and reports an invalid instruction.

   This is loaded into test programs on the emulated machine. It handles gathers of 32-bit words by 32-bit indices; anything else that is invalid
   ends the program, as it would without this library. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

/* Where XSAVE's standard format has vectors and masks, and which bits of its header say that they are there. */
enum { HEADER = 512, LOW = 160, SECOND = 576, MASKS = 1088, UPPER = 1152, LAST = 1664 };
static const struct { int bit, at, size; } parts[] = { { 2, SECOND, 256 }, { 5, MASKS, 64 }, { 6, UPPER, 512 }, { 7, LAST, 1024 } };

static const int general[16] = { REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                                 REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15 };

/* Copies a vector of 16 words out of the saved state, or into it. */
static void vector(uint8_t *state, int number, uint32_t *words, int in) {
    const int at[4] = { LOW + 16 * number, SECOND + 16 * number, UPPER + 32 * number, UPPER + 32 * number + 16 };
    for (int i = 0; i < 4; i++) {
        uint8_t *part = state + (number < 16 ? at[i] : LAST + 64 * (number - 16) + 16 * i);
        if (in) memcpy(part, words + 4 * i, 16);
        else memcpy(words + 4 * i, part, 16);
    }
}

/* Does the gather at the program's next instruction. Returns its length, or 0 if there is none. */
static int gather(ucontext_t *context) {
    greg_t *registers = context->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)registers[REG_RIP];
    int is_gather = code[0] == 0x62 && (code[1] & 0x0f) == 2 && code[2] == 0x7d && (code[4] == 0x90 || code[4] == 0x92);
    int form = code[5] >> 6;
    if (!is_gather || (code[5] & 7) != 4 || form == 3) return 0;

    /* Of the extension bits of register numbers, all are inverted. */
    int to = (code[5] >> 3 & 7) | (~code[1] >> 4 & 8) | (~code[1] & 0x10);
    int index = (code[6] >> 3 & 7) | (~code[1] >> 3 & 8) | (~code[3] << 1 & 0x10);
    int base = (code[6] & 7) | (~code[1] >> 2 & 8);
    int mask = code[3] & 7, lanes = 4 << (code[3] >> 5 & 3), length = 7;
    int64_t address = 0;
    if (form == 0 && (base & 7) == 5) form = 2;
    else address = registers[general[base]];
    if (form == 1) { address += 4 * (int8_t)code[7]; length += 1; }
    if (form == 2) { int32_t offset; memcpy(&offset, code + 7, 4); address += offset; length += 4; }

    uint8_t *state = (uint8_t *)context->uc_mcontext.fpregs;
    uint64_t present;
    memcpy(&present, state + HEADER, 8);
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(present >> parts[i].bit & 1)) memset(state + parts[i].at, 0, parts[i].size);
    present |= 0xe7;
    memcpy(state + HEADER, &present, 8);

    uint32_t indices[16], words[16];
    uint64_t chosen;
    vector(state, index, indices, 0);
    vector(state, to, words, 0);
    memcpy(&chosen, state + MASKS + 8 * mask, 8);
    for (int i = 0; i < 16; i++) {
        if (i >= lanes) words[i] = 0;
        else if (chosen >> i & 1) memcpy(words + i, (const void *)(address + ((int64_t)(int32_t)indices[i] << (code[6] >> 6))), 4);
    }
    vector(state, to, words, 1);
    memset(state + MASKS + 8 * mask, 0, 8);
    return length;
}

static void on_invalid(int number, siginfo_t *info, void *context) {
    (void)info;
    int length = gather(context);
    if (length) ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP] += length;
    else signal(number, SIG_DFL);
}

__attribute__((constructor)) static void install(void) {
    struct sigaction action = { .sa_sigaction = on_invalid, .sa_flags = SA_SIGINFO };
    sigaction(SIGILL, &action, NULL);
}
