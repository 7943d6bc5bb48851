"""The cable between machines of machines.ts: hands Ethernet frames on, late, not all of them, and not between machines that are cut apart.

    python3 wire.py DELAY_MS LOSS_SHARE INTERFACE...

The interface at place n leads to the machine whose hardware address ends in n. Commands come by standard input, one a line: `cut A B`, `mend A B`;
its end is the end. The kernel could do it (tc netem), but not every kernel has it.
"""
import heapq
import random
import select
import socket
import sys
import time

SOL_PACKET, PACKET_VNET_HDR, SO_RCVBUFFORCE, ETH_P_ALL, PACKET_OUTGOING = 263, 15, 33, 3, 4
# What precedes a frame then: large frames whose sums are not computed yet pass as they are.
HEADER_BYTES = 10
LONGEST_FRAME_BYTES = 70_000

delay_s = float(sys.argv[1]) / 1000
loss = float(sys.argv[2])
names = sys.argv[3:]
sockets = []
for name in names:
    each = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    each.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    each.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 16_000_000)
    each.bind((name, ETH_P_ALL))
    each.setblocking(False)
    sockets.append(each)

places = {each.fileno(): place for place, each in enumerate(sockets)}
apart = set()
# When the last frame between two was due: frames do not overtake each other.
last_due_s = {}
waiting = []
count = 0


def take(place):
    global count
    while True:
        try:
            frame, origin = sockets[place].recvfrom(LONGEST_FRAME_BYTES)
        except OSError:
            # Nothing more has come, or the machine is gone.
            return
        if origin[2] == PACKET_OUTGOING:
            continue
        target = frame[HEADER_BYTES:HEADER_BYTES + 6]
        everybody = target[0] & 1
        for other in [n for n in range(len(names)) if n != place] if everybody else [target[5]]:
            if other >= len(names) or frozenset((place, other)) in apart or random.random() < loss:
                continue
            due_s = time.monotonic() + delay_s * (0.75 + random.random() / 2)
            due_s = last_due_s[place, other] = max(due_s, last_due_s.get((place, other), 0))
            count += 1
            heapq.heappush(waiting, (due_s, count, other, frame))


def obey(line):
    verb, *machines = line.split()
    pair = frozenset(names.index(machine) for machine in machines)
    (apart.add if verb == "cut" else apart.discard)(pair)
    print(line.strip(), flush=True)


poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
for each in sockets:
    poll.register(each, select.POLLIN)
print("ready", flush=True)
while True:
    until_s = waiting[0][0] - time.monotonic() if waiting else 1
    for number, _event in poll.poll(max(0, until_s * 1000)):
        if number in places:
            take(places[number])
            continue
        line = sys.stdin.readline()
        if line == "":
            sys.exit(0)
        obey(line)
    while waiting and waiting[0][0] <= time.monotonic():
        _due, _count, other, frame = heapq.heappop(waiting)
        try:
            sockets[other].send(frame)
        except OSError:
            # As a cable that is full: what is lost is sent again.
            pass
